// The test runner, compiled once. libsystemc.so wants a sc_main even where no test elaborates anything.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

extern "C" int sc_main(int, char**);
extern "C" int sc_main(int, char**) { return 0; }
