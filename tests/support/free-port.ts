/** Ports that systems give to no connection by themselves: one of theirs may be taken while its server is down. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_767];
let nextPort = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));

/**
 * Returns a free port, for tests that need `PUBLIC_URL` before the server runs, or the same port after a restart; each time
 * another one.
 */
export function freePort(): number {
	for (;;) {
		nextPort = nextPort < LAST_PORT ? nextPort + 1 : FIRST_PORT;
		if (isFree(nextPort)) return nextPort;
	}
}

function isFree(port: number): boolean {
	try {
		void Bun.serve({ hostname: "127.0.0.1", port, reusePort: false, fetch: () => new Response() }).stop(true);
		return true;
	} catch {
		return false;
	}
}
