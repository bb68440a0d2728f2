import type { JWTPayload } from "jose";
import { makeKey, signWith } from "./tokens.ts";

/** A provider that says exactly what a test tells it to, on loopback. Its every code is good. */
export interface FakeProvider {
	readonly issuer: string;
	/** What an operator sets to have people sign in there. */
	readonly env: Readonly<Record<string, string>>;
	/** Claims of the next ID token beside `iss`, `aud`, `iat`, `exp`; `nonce` is the one that was asked for unless it is here. */
	claims: JWTPayload;
	/** What discovery says beside the endpoints. */
	metadata: Record<string, unknown>;
	/** How it behaves instead, by path; null: as it should. */
	misbehave: ((path: string, request: Request) => Response | undefined | Promise<Response | undefined>) | null;
	/** Paths it was asked for, oldest first. */
	readonly asked: string[];
	/** A callback URL's query for the sign-in that was started with this URL; its code is good for one use. */
	approve(authorizationUrl: string, changes?: Readonly<Record<string, string>>): string;
	close(): Promise<void>;
}

/** Starts it on a free port. @param algorithm of its signatures */
export async function startFakeProvider(publicUrl: string, algorithm = "ES256"): Promise<FakeProvider> {
	const key = await makeKey(algorithm, "fake-1");
	const nonces = new Map<string, string>();
	const http: { readonly port: number | undefined; stop(now: boolean): Promise<void> } = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		async fetch(request): Promise<Response> {
			const { pathname } = new URL(request.url);
			self.asked.push(pathname);
			const instead = await self.misbehave?.(pathname, request.clone());
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
		misbehave: null,
		asked: [],
		approve(authorizationUrl, changes = {}) {
			const asked = new URL(authorizationUrl).searchParams;
			const code = crypto.randomUUID();
			nonces.set(code, asked.get("nonce") ?? "");
			return `?${new URLSearchParams({ code, state: asked.get("state") ?? "", ...changes })}`;
		},
		close: () => http.stop(true),
	};
	return self;
}
