# Warnings, include root and floating-point rules that every target of the project shares.
add_library(sealring_options INTERFACE)
target_include_directories(sealring_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(sealring_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -ffp-contract=off)  # same bytes out on every machine
if(SEALRING_WERROR)
  target_compile_options(sealring_options INTERFACE -Werror)
endif()

# sealring_library(NAME SOURCES... DEPENDS...): one static library per folder, named as the folder path.
function(sealring_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC sealring_options ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE})
endfunction()
