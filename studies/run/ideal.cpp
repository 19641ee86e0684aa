#include "studies/run/ideal.hpp"

namespace sealring::studies {

security::ProfileSpec without_crypto(security::ProfileSpec profile) {
  for (security::PathProtectionSpec* path :
       {&profile.host_copy, &profile.command, &profile.scale_up, &profile.scale_out}) {
    *path = security::PathProtectionSpec();
  }
  profile.protected_memory = false;
  return profile;
}

Submissions without_launch_costs(Submissions submissions) {
  host::DriverSpec& driver = submissions.machine.host.driver;
  driver.launch_api = Duration();
  driver.launch_latency = Duration();
  driver.graph_launch_api = Duration();
  driver.synchronize_api = Duration();
  driver.copy_api = Duration();
  security::TollSpec& toll = submissions.profile.toll;
  toll.launch = Duration();
  toll.launch_latency = Duration();
  toll.graph_launch = Duration();
  toll.synchronize = Duration();
  return submissions;
}

}  // namespace sealring::studies
