// Every position of Connect Four 5×5.
#include "connect_four_5.hpp"
#include "enumerate.hpp"

int main() { return enumerate<ConnectFour>(); }
