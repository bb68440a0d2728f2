import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** A real OpenID provider on loopback that accepts any login name and password. */
export interface SignInProvider {
	readonly issuer: string;
	/** Environment variables that configure it as the provider. */
	readonly env: Readonly<Record<string, string>>;
	/** Claims by login name; without an entry, a confirmed address is derived from the name. */
	readonly people: Map<string, Readonly<Record<string, unknown>>>;
	close(): Promise<void>;
}

const CLIENT = { id: "parley", secret: "a secret of the relying party" };

/** Starts the provider on a free port. @param publicUrl `PUBLIC_URL` of the service that is its client */
export async function startSignInProvider(publicUrl: string): Promise<SignInProvider> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const people = new Map<string, Readonly<Record<string, unknown>>>();
	const claimsOf = (login: string) => ({
		sub: login,
		email: `${login}@school.example`,
		email_verified: true,
		name: `Person ${login}`,
		...people.get(login),
	});
	const provider = new Provider(issuer, {
		clients: [
			{
				client_id: CLIENT.id,
				client_secret: CLIENT.secret,
				grant_types: ["authorization_code"],
				response_types: ["code"],
				redirect_uris: [`${publicUrl}/auth/callback`],
			},
		],
		pkce: { required: () => true },
		cookies: { keys: ["a cookie secret"] },
		claims: { openid: ["sub", "org_id", "role"], email: ["email", "email_verified"], profile: ["name"] },
		features: { devInteractions: { enabled: true } },
		ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
		findAccount: (_: unknown, login: string) => ({ accountId: login, claims: () => claimsOf(login) }),
	});
	server.on("request", provider.callback());
	return {
		issuer,
		people,
		env: {
			PUBLIC_URL: publicUrl,
			OIDC_ISSUER: issuer,
			OIDC_AUDIENCE: publicUrl,
			OIDC_CLIENT_ID: CLIENT.id,
			OIDC_CLIENT_SECRET: CLIENT.secret,
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
