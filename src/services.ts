import { createAskLimit } from "#http/network-lanes";
import { HOUR_MS } from "#kernel/clock";
import { createCursors } from "#kernel/cursor";
import { createVault, deriveKey } from "#kernel/secrets";
import { createAccountsService, createMailLimits, dropProofs, withdrawShownResets } from "#modules/accounts";
import { createAddresses } from "#modules/addresses";
import { createApiKeysService, createKeyAuthenticator, eraseApiKeys } from "#modules/api-keys";
import {
	createAttemptLimits,
	createAuthService,
	createFreshness,
	createIdentity,
	createPasswords,
} from "#modules/auth";
import { createFailedSignIns } from "#modules/failed-sign-ins";
import { createInvitationManagement, createInvitationsService, eraseInvitations } from "#modules/invitations";
import { assertMayInvite, createMembersService, eraseMembers, joinOrganization } from "#modules/members";
import { createMfaService, createSecondFactors, dropSecondFactors } from "#modules/mfa";
import {
	createDeletionService,
	createOrganizationsService,
	createSuspensionService,
	findOrganization,
	handleOrganizationJobs,
} from "#modules/organizations";
import { countPasskeys, createPasskeysService, dropPasskeys } from "#modules/passkeys";
import { createSessionsService, dropDevices, eraseFromSessions } from "#modules/sessions";
import { createSsoService, dropIdentities } from "#modules/sso";
import { createStatusService } from "#modules/status";
import { createTokensService } from "#modules/tokens";
import { usersRepository } from "#modules/users";
import { createChallenges, dropChallenges } from "#platform/challenges";
import { createIdempotency } from "#platform/idempotency";
import { createJobs, keepHouse } from "#platform/jobs";
import { createMailer } from "#platform/mail";
import { createUnitOfWork } from "#platform/unit-of-work";
import { createCachedState } from "./cached-state.ts";
import type { Deps } from "./deps.ts";
import { hearOtherWriters } from "./other-writers.ts";
import { createRounds } from "./rounds.ts";
import { COMMIT, VERSION } from "./version.ts";

/** How late the last use of an API key may be written, and a failed sign-in, in ms. */
const USAGE_DELAY_MS = 15_000;
const FAILURES_DELAY_MS = 1_000;

export type Services = ReturnType<typeof createServices>;

/** Every module's service, wired. Nothing runs before `prepare`, nothing in the background before `start`. */
export function createServices(deps: Deps) {
	const {
		config,
		store,
		clock,
		newId,
		masterKey,
		bus,
		log,
		metrics,
		limiter,
		externalIssuer,
		identityProvider,
		mailTransport,
	} = deps;
	const publicUrl = config.publicUrl.href;
	const vault = createVault(deriveKey(masterKey, "vault"));
	const cursors = createCursors(deriveKey(masterKey, "cursors"));
	/** Whether what is cached can be trusted: nobody else writes, or we hear of it. */
	const hearsEveryChange = store.dialect === "sqlite" || bus.shared;

	const idempotency = createIdempotency({ store, clock, vault, key: deriveKey(masterKey, "idempotency") });
	const tokens = createTokensService({
		store,
		clock,
		vault,
		issuer: publicUrl,
		audience: publicUrl,
		externalIssuer,
		log,
	});
	const keys = createKeyAuthenticator({ store, clock, hearsEveryChange });
	const identity = createIdentity({ store, clock, tokens, keys, hearsEveryChange });
	const cached = createCachedState(bus, () => [identity, keys, organizations]);
	const { invalidate } = cached;
	const unitOfWork = createUnitOfWork({ store, clock, newId, idempotency, authority: identity, invalidate });
	const jobs = createJobs({ store, clock, newId, log });
	const mailer = mailTransport && createMailer({ jobs, vault, clock, transport: mailTransport, log, publicUrl });
	const policies = config.rateLimits.enabled ? config.rateLimits.policies : null;
	const mailLimits = createMailLimits(limiter, mailTransport && policies);
	const takeInvitation = (orgId: string, emailKey: string) =>
		mailLimits.take({ purpose: "invite", emailKey, orgId, ip: null });
	const passwords = createPasswords(config.argon2, config.passwordMinLength);
	const attempts = createAttemptLimits(limiter, policies);
	const countFlow = policies ? createAskLimit(limiter, policies["auth-ip"], "sign-ins") : async () => undefined;
	const failures = createFailedSignIns({ store, clock, newId, unitOfWork, jobs });
	const challenges = createChallenges({ store, clock, vault });
	const sessions = createSessionsService({ store, clock, newId, unitOfWork, tokens, cursors, vault });
	const factors = createSecondFactors({ store, vault });
	const freshness = createFreshness({ store, clock, unitOfWork, passwords, factors, attempts });
	const mfa = createMfaService({
		store,
		unitOfWork,
		challenges,
		vault,
		factors,
		freshness,
		attempts,
		failures,
		sessions,
		passkeys: { count: (userId) => countPasskeys(store.db, userId) },
	});
	const auth = createAuthService({
		store,
		unitOfWork,
		sessions,
		passwords,
		attempts,
		failures,
		mfa,
		requireVerifiedEmail: mailTransport !== null,
	});
	const passkeys = createPasskeysService({
		store,
		clock,
		unitOfWork,
		challenges,
		sessions,
		freshness,
		countFlow,
		origin: config.publicUrl.origin,
	});
	const addresses = createAddresses({
		store,
		dropCredentials: [dropIdentities, dropSecondFactors, dropPasskeys, dropDevices, dropProofs, dropChallenges],
	});
	const invitations = createInvitationsService({
		store,
		clock,
		newId,
		unitOfWork,
		accounts: usersRepository,
		addresses,
		passwords,
		join: joinOrganization,
		mailer,
		publicUrl,
	});
	const accounts = createAccountsService({
		addresses,
		store,
		clock,
		newId,
		unitOfWork,
		jobs,
		vault,
		passwords,
		sessions,
		attempts,
		freshness,
		auth,
		invitations,
		mailer,
		limits: mailLimits,
		signup: config.signup,
		publicUrl,
	});
	const invitationManagement = createInvitationManagement({
		store,
		clock,
		unitOfWork,
		cursors,
		invitations,
		assertOrganization: findOrganization,
		assertMayInvite,
		takeMail: takeInvitation,
	});
	const organizations = createOrganizationsService({
		store,
		newId,
		unitOfWork,
		cursors,
		invitations,
		hearsEveryChange,
	});
	const suspension = createSuspensionService({ clock, newId, unitOfWork, jobs });
	const deletion = createDeletionService({
		unitOfWork,
		jobs,
		erasers: [eraseMembers, eraseInvitations, eraseApiKeys, eraseFromSessions],
	});
	const { revokeBeyond: revokeOffers } = invitationManagement;
	const apiKeys = createApiKeysService({ store, clock, newId, unitOfWork, cursors, revokeOffers });
	const members = createMembersService({
		store,
		unitOfWork,
		cursors,
		invitations,
		takeMail: takeInvitation,
		rightsLost: [revokeOffers, withdrawShownResets, apiKeys.orphan],
	});
	const sso = createSsoService({
		store,
		clock,
		newId,
		unitOfWork,
		challenges,
		sessions,
		countFlow,
		join: joinOrganization,
		invitations,
		addresses,
		signup: config.signup,
		provider: identityProvider,
		origins: [config.publicUrl.origin, ...config.corsOrigins],
		log,
	});
	const status = createStatusService({
		store,
		dataDir: config.dataDir,
		metrics,
		metricsToken: config.metricsToken,
		build: { version: VERSION, commit: COMMIT },
		log,
	});

	/** Another process says only that it has written, not what: everything goes, and there may be jobs for us. */
	const hearOthers = hearOtherWriters(store, () => {
		cached.clear();
		jobs.wake();
	});

	handleOrganizationJobs(jobs, { suspension, deletion });
	keepHouse(jobs, {
		hourly: [idempotency.purgeExpired, sessions.purge, accounts.purgeExpired],
		everyMinute: [challenges.purge, failures.purge],
	});
	metrics.gauge("parley_jobs_due", "Jobs that could run but do not yet.", jobs.countDue);

	const rounds = createRounds(
		[
			{ everyMs: HOUR_MS, work: tokens.rotateIfDue, failure: "signing keys cannot be rotated" },
			{ everyMs: USAGE_DELAY_MS, work: keys.flushUsage, failure: "the use of API keys cannot be noted" },
			{ everyMs: FAILURES_DELAY_MS, work: failures.flush, failure: "failed sign-ins cannot be noted" },
		],
		log,
	);

	return {
		store,
		clock,
		newId,
		idempotency,
		tokens,
		keys,
		identity,
		unitOfWork,
		jobs,
		passwords,
		sessions,
		freshness,
		mfa,
		auth,
		passkeys,
		addresses,
		invitations,
		invitationManagement,
		accounts,
		organizations,
		suspension,
		deletion,
		members,
		apiKeys,
		sso,
		status,
		failures,
		hearOthers,

		/** What must be there before the first request: signing keys, the platform's ledger. */
		async prepare(): Promise<void> {
			await tokens.ready();
			await unitOfWork.prepare();
		},

		/** Begins background work. */
		start(): void {
			jobs.start();
			rounds.start();
		},

		/**
		 * Ends background work; what runs is finished first.
		 * @param drained resolves when the last request is answered: until then keys are used
		 */
		async stop(drained: Promise<void> = Promise.resolve()): Promise<void> {
			rounds.stop();
			await Promise.all([jobs.stop(), drained.then(rounds.last)]);
		},
	};
}
