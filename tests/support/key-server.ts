import type { JWK } from "jose";

/** A provider that publishes what a test tells it to, on loopback. */
export interface KeyServer {
	readonly issuer: string;
	/** The keys it publishes. */
	keys: JWK[];
	/** How it behaves instead of answering with its keys; null: as it should. */
	misbehave: ((request: Request) => Response | Promise<Response>) | null;
	/** Requests for keys so far. */
	readonly fetches: number;
	close(): Promise<void>;
}

/** Starts it on a free port. */
export function startKeyServer(...keys: JWK[]): KeyServer {
	let fetches = 0;
	const http = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 30,
		fetch(request) {
			const { pathname } = new URL(request.url);
			if (pathname === "/.well-known/openid-configuration")
				return Response.json({ issuer: server.issuer, jwks_uri: `${server.issuer}/keys` });
			fetches += 1;
			return server.misbehave?.(request) ?? Response.json({ keys: server.keys });
		},
	});
	const server: KeyServer = {
		issuer: `http://127.0.0.1:${http.port}`,
		keys,
		misbehave: null,
		get fetches() {
			return fetches;
		},
		close: () => http.stop(true),
	};
	return server;
}
