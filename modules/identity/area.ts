import { createAccountsModule, type Signup } from "#modules/identity/accounts";
import { createAdministratorsModule } from "#modules/identity/administrators";
import { createApiKeysModule } from "#modules/identity/api-keys";
import { createFailedSignInsModule } from "#modules/identity/failed-sign-ins";
import {
	type AssertMayInvite,
	type AssertSeat,
	createInvitationsModule,
	type Join,
} from "#modules/identity/invitations";
import { createMakersModule } from "#modules/identity/makers";
import { createMfaModule } from "#modules/identity/mfa";
import { countPasskeys, createPasskeysModule } from "#modules/identity/passkeys";
import { createPasswordsModule } from "#modules/identity/passwords";
import { createPrincipalsModule } from "#modules/identity/principals";
import { createProfileModule } from "#modules/identity/profile";
import { createSessionsModule } from "#modules/identity/sessions";
import { createSignInModule } from "#modules/identity/sign-in";
import { createSsoModule, type IdentityProvider } from "#modules/identity/sso";
import { createTokensModule, type ExternalIssuer } from "#modules/identity/tokens";
import { createUsersModule } from "#modules/identity/users";
import type { Core } from "#platform/module";

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
