import type { JWK } from "jose";

/** A provider that publishes what a test tells it to, on loopback. */
export interface KeyServer {
	readonly issuer: string;
	/** The keys it publishes. */
	keys: JWK[];
	/** Its discovery document. */
	metadata: Record<string, unknown>;
	/** How it behaves instead of answering with its keys; null: as it should. */
	misbehave: ((request: Request) => Response | Promise<Response>) | null;
	/** Paths it was asked for, oldest first. */
	readonly asked: string[];
	close(): Promise<void>;
}

/** Starts it on a free port. */
export function startKeyServer(...keys: JWK[]): KeyServer {
	const http = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		fetch(request) {
			const { pathname } = new URL(request.url);
			server.asked.push(pathname);
			if (pathname === "/.well-known/openid-configuration") return Response.json(server.metadata);
			return server.misbehave?.(request) ?? Response.json({ keys: server.keys });
		},
	});
	const issuer = `http://127.0.0.1:${http.port}`;
	const server: KeyServer = {
		issuer,
		keys,
		metadata: { issuer, jwks_uri: `${issuer}/keys` },
		misbehave: null,
		asked: [],
		close: () => http.stop(true),
	};
	return server;
}
