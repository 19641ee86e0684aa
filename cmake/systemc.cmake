# Upstream's CMake build exports SystemC::systemc; Debian ships only a pkg-config file. Both end in the same alias.
find_package(SystemCLanguage CONFIG QUIET)
if(NOT TARGET SystemC::systemc)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
  add_library(SystemC::systemc INTERFACE IMPORTED)
  target_include_directories(SystemC::systemc SYSTEM INTERFACE ${SYSTEMC_INCLUDE_DIRS})
  target_link_libraries(SystemC::systemc INTERFACE PkgConfig::SYSTEMC)
endif()
