import type { JWK } from "jose";

/** A provider on loopback that publishes the keys a test sets. */
export interface KeyServer {
	readonly issuer: string;
	/** Published keys. */
	keys: JWK[];
	/** Discovery document. */
	metadata: Record<string, unknown>;
	/** Overrides the response with the keys; null: not overridden. */
	override: ((request: Request) => Response | Promise<Response>) | null;
	/** Requested paths, oldest first. */
	readonly requestedPaths: string[];
	close(): Promise<void>;
}

/** Starts a key server on a free port. */
export function startKeyServer(...keys: JWK[]): KeyServer {
	const http = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		fetch(request) {
			const { pathname } = new URL(request.url);
			server.requestedPaths.push(pathname);
			if (pathname === "/.well-known/openid-configuration") return Response.json(server.metadata);
			return server.override?.(request) ?? Response.json({ keys: server.keys });
		},
	});
	const issuer = `http://127.0.0.1:${http.port}`;
	const server: KeyServer = {
		issuer,
		keys,
		metadata: { issuer, jwks_uri: `${issuer}/keys` },
		override: null,
		requestedPaths: [],
		close: () => http.stop(true),
	};
	return server;
}
