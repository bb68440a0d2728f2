import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, type JWK } from "jose";
import { Provider } from "oidc-provider";
import { SPECIFIED_SCOPES } from "#kernel/scopes";
import type { TestKey } from "./tokens.ts";

/** A real OpenID provider on loopback, with one client that can use the client-credentials grant. */
export interface OidcProvider {
	readonly issuer: string;
	/** Claims of its tokens besides the standard ones; a test may replace them. */
	claims: Readonly<Record<string, unknown>>;
	/** Issues a JWT access token for the audience. */
	issueAccessToken(scope?: string): Promise<string>;
	close(): Promise<void>;
}

/** Starts the provider on a free port. @param audience resource of the tokens, an absolute URI */
export async function startOidcProvider(audience: string, key: TestKey): Promise<OidcProvider> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const provider = new Provider(issuer, {
		clients: [
			{
				client_id: "school",
				client_secret: "a secret of the school",
				grant_types: ["client_credentials"],
				redirect_uris: [],
				response_types: [],
				id_token_signed_response_alg: key.algorithm,
			},
		],
		jwks: { keys: [{ ...(await privateJwk(key)) }] },
		cookies: { keys: ["a cookie secret"] },
		ttl: { ClientCredentials: 600 },
		extraTokenClaims: () => self.claims,
		features: {
			devInteractions: { enabled: false },
			clientCredentials: { enabled: true },
			resourceIndicators: {
				enabled: true,
				getResourceServerInfo: () => ({
					scope: [...SPECIFIED_SCOPES, "workspace:write", "unknown:scope"].join(" "),
					audience,
					accessTokenFormat: "jwt",
					jwt: { sign: { alg: key.algorithm } },
				}),
			},
		},
	});
	server.on("request", provider.callback());
	const self: OidcProvider = {
		issuer,
		claims: {},
		async issueAccessToken(scope = "org:read org:write unknown:scope") {
			const response = await fetch(`${issuer}/token`, {
				method: "POST",
				headers: { authorization: `Basic ${btoa("school:a+secret+of+the+school")}` },
				body: new URLSearchParams({ grant_type: "client_credentials", resource: audience, scope }),
			});
			const body = (await response.json()) as { access_token?: string };
			if (body.access_token === undefined) throw new Error(`no token: ${JSON.stringify(body)}`);
			return body.access_token;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return self;
}

const privateJwk = async ({ privateKey, publicJwk }: TestKey): Promise<JWK> => ({
	...(await exportJWK(privateKey)),
	kid: publicJwk.kid,
	use: "sig",
	...(publicJwk.alg !== undefined && { alg: publicJwk.alg }),
});
