/* A resolver of the system that never answers: every thread that asks it for a name waits until the program ends. */
#include <netdb.h>
#include <unistd.h>

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res) {
	for (;;) pause();
}
