import type { JWTPayload } from "jose";
import { makeKey, signWith } from "./tokens.ts";

/** A fake provider on loopback whose responses a test determines. It accepts every code it issued. */
export interface FakeProvider {
	readonly issuer: string;
	/** Environment variables that configure it as the provider. */
	readonly env: Readonly<Record<string, string>>;
	/** Claims of the next ID token besides `iss`, `aud`, `iat`, `exp`; `nonce` defaults to the requested one. */
	claims: JWTPayload;
	/** Discovery metadata besides the endpoints. */
	metadata: Record<string, unknown>;
	/** Overrides its responses; null: none are overridden. */
	override: ((path: string, request: Request) => Response | undefined | Promise<Response | undefined>) | null;
	/** Requested paths, oldest first. */
	readonly requestedPaths: string[];
	/** Returns the query of the callback for the sign-in started with this URL; its code can be used once. */
	approve(authorizationUrl: string, changes?: Readonly<Record<string, string>>): string;
	close(): Promise<void>;
}

/** Starts a fake provider on a free port. @param algorithm of its signatures */
export async function startFakeProvider(publicUrl: string, algorithm = "ES256"): Promise<FakeProvider> {
	const key = await makeKey(algorithm, "fake-1");
	const nonces = new Map<string, string>();
	const http: { readonly port: number | undefined; stop(now: boolean): Promise<void> } = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		async fetch(request): Promise<Response> {
			const { pathname } = new URL(request.url);
			self.requestedPaths.push(pathname);
			const instead = await self.override?.(pathname, request.clone());
			if (instead) return instead;
			if (pathname === "/.well-known/openid-configuration") return Response.json(discovery());
			if (pathname === "/jwks") return Response.json({ keys: [key.publicJwk] });
			if (pathname === "/token") return token(new URLSearchParams(await request.text()));
			return new Response("not found", { status: 404 });
		},
	});
	const issuer: string = `http://127.0.0.1:${http.port}`;

	const discovery = () => ({
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: `${issuer}/token`,
		jwks_uri: `${issuer}/jwks`,
		id_token_signing_alg_values_supported: [algorithm],
		...self.metadata,
	});

	async function token(body: URLSearchParams): Promise<Response> {
		const nonce = nonces.get(body.get("code") ?? "");
		nonces.delete(body.get("code") ?? "");
		if (nonce === undefined) return Response.json({ error: "invalid_grant" }, { status: 400 });
		const now = Math.floor(Date.now() / 1000);
		const standard = { iss: issuer, aud: "parley", iat: now, exp: now + 300, nonce };
		const idToken = await signWith(key, { ...standard, ...self.claims }, { typ: "JWT" });
		return Response.json({ access_token: "opaque", token_type: "Bearer", expires_in: 60, id_token: idToken });
	}

	const self: FakeProvider = {
		issuer,
		env: {
			PUBLIC_URL: publicUrl,
			OIDC_ISSUER: issuer,
			OIDC_AUDIENCE: publicUrl,
			OIDC_CLIENT_ID: "parley",
		},
		claims: { sub: "somebody" },
		metadata: {},
		override: null,
		requestedPaths: [],
		approve(authorizationUrl, changes = {}) {
			const parameters = new URL(authorizationUrl).searchParams;
			const code = crypto.randomUUID();
			nonces.set(code, parameters.get("nonce") ?? "");
			return `?${new URLSearchParams({ code, state: parameters.get("state") ?? "", ...changes })}`;
		},
		close: () => http.stop(true),
	};
	return self;
}
