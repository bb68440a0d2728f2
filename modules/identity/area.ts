import type { Signup } from "#modules/identity/accounts";
import type { AssertMayInvite, AssertSeat, Join } from "#modules/identity/invitations";
import { countPasskeys } from "#modules/identity/passkeys";
import type { IdentityProvider } from "#modules/identity/sso";
import type { ExternalIssuer } from "#modules/identity/tokens";
import type { Core } from "#platform/module";
import { createAccountsModule } from "./accounts/module.ts";
import { createAdministratorsModule } from "./administrators/module.ts";
import { createApiKeysModule } from "./api-keys/module.ts";
import { createFailedSignInsModule } from "./failed-sign-ins/module.ts";
import { createInvitationsModule } from "./invitations/module.ts";
import { createMakersModule } from "./makers/module.ts";
import { createMfaModule } from "./mfa/module.ts";
import { createPasskeysModule } from "./passkeys/module.ts";
import { createPasswordsModule } from "./passwords/module.ts";
import { createPrincipalsModule } from "./principals/module.ts";
import { createProfileModule } from "./profile/module.ts";
import { createSessionsModule } from "./sessions/module.ts";
import { createSignInModule } from "./sign-in/module.ts";
import { createSsoModule } from "./sso/module.ts";
import { createTokensModule } from "./tokens/module.ts";
import { createUsersModule } from "./users/module.ts";

/** What organizations decide about who belongs to them; modules/organizations has it. */
interface Membership {
	readonly join: Join;
	readonly assertSeat: AssertSeat;
	readonly assertMayInvite: AssertMayInvite;
	/** Whether a person with this address, verified, is made a member of an organization when they sign in. */
	readonly admitsByDomain: (emailKey: string) => Promise<boolean>;
}

interface IdentityDeps {
	readonly membership: Membership;
	readonly passwords: Parameters<typeof createPasswordsModule>[1];
	readonly signup: Signup;
	/** The OIDC provider whose access tokens are accepted too; null without one. */
	readonly externalIssuer: ExternalIssuer | null;
	/** The OIDC provider for sign-ins; null without one. */
	readonly identityProvider: IdentityProvider | null;
}

/** Creates the modules of who calls, and how they prove it. */
export function createIdentity(core: Core, { membership, signup, ...deps }: IdentityDeps) {
	const tokens = createTokensModule(core, { externalIssuer: deps.externalIssuer });
	const sessions = createSessionsModule(core, { tokens: tokens.service });
	const failedSignIns = createFailedSignInsModule(core);
	const passwords = createPasswordsModule(core, deps.passwords);
	const users = createUsersModule(core, { sessions: sessions.service });
	/** Shared dependencies of the modules about people, each of which uses some of them. */
	const people = {
		users: users.service,
		sessions: sessions.service,
		cookies: sessions.cookies,
		passwords: passwords.service,
		assertPassword: passwords.assertPassword,
		attempts: passwords.attempts,
		freshness: passwords.freshness,
		failures: failedSignIns.service,
	};
	const mfa = createMfaModule(core, { ...people, countPasskeys });
	const passkeys = createPasskeysModule(core, people);
	const signIn = createSignInModule(core, { ...people, mfa: mfa.service });
	const invitations = createInvitationsModule(core, { ...people, ...membership });
	const accounts = createAccountsModule(core, { ...people, invitations: invitations.service, signup });
	const account = { mfa: mfa.service, accounts: accounts.service, tokens: tokens.service };
	const profile = createProfileModule(core, { ...people, ...account });
	const sso = createSsoModule(core, {
		...people,
		...membership,
		invitations: invitations.service,
		signup,
		provider: deps.identityProvider,
	});
	const administrators = createAdministratorsModule(core, { ...people, ...account, identities: sso.identities });
	const apiKeys = createApiKeysModule(core);
	const principals = createPrincipalsModule(core, { tokens: tokens.service, keys: apiKeys.authenticator });
	return {
		people,
		tokens: tokens.service,
		keys: apiKeys.authenticator,
		principals: principals.service,
		invitations: invitations.service,
		administrators: administrators.service,
		scriptTokens: administrators.scriptTokens,
		modules: {
			tokens,
			sessions,
			failedSignIns,
			users,
			mfa,
			passkeys,
			signIn,
			invitations,
			accounts,
			profile,
			profileUpdate: profile.update,
			sso,
			administrators,
			makers: createMakersModule(core),
			apiKeys,
			principals,
		},
	};
}

export type Identity = ReturnType<typeof createIdentity>;
