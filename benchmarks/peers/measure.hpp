// How the peers are measured: seconds by the clock and of the processor, and bytes of memory.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>

// The bytes of a line of /proc/self/status: VmRSS is what the process has, VmHWM the most it had.
static uint64_t memory(const char* name) {
    char line[256]; unsigned long long kilobytes = 0;
    FILE* file = std::fopen("/proc/self/status", "r");
    while (file && std::fgets(line, sizeof line, file))
        if (!std::strncmp(line, name, 5)) std::sscanf(line + 6, "%llu", &kilobytes);
    if (file) std::fclose(file);
    return kilobytes * 1024;
}

// Measures from when it is made.
struct Measure {
    uint64_t before = memory("VmRSS");
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::clock_t used = std::clock();

    // Ends a line with the seconds, those of the processor, and the bytes taken at the most.
    void print() const {
        double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
        double cpu = double(std::clock() - used) / CLOCKS_PER_SEC;
        std::printf(" %.6f %.6f %llu\n", wall, cpu, (unsigned long long)(memory("VmHWM") - before));
    }
};
