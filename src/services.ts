import { networkOf } from "#http/client-address";
import type { Limiter, RatePolicy } from "#http/rate-limit";
import { createCursors } from "#kernel/cursor";
import { AppError } from "#kernel/errors";
import { createVault, deriveKey } from "#kernel/secrets";
import { type AttemptLimits, createAuthService, createIdentity, createPasswords } from "#modules/auth";
import { createChanges } from "#modules/changes";
import { createIdempotency } from "#modules/idempotency";
import { createInvitationsService, eraseInvitations } from "#modules/invitations";
import { createJobs, keepHouse } from "#modules/jobs";
import { createMembersService, eraseMembers, joinOrganization } from "#modules/members";
import {
	createDeletionService,
	createOrganizationsService,
	createSuspensionService,
	handleOrganizationJobs,
} from "#modules/organizations";
import { createSessionsService } from "#modules/sessions";
import { createStatusService } from "#modules/status";
import { createTokensService } from "#modules/tokens";
import { usersRepository } from "#modules/users";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { COMMIT, VERSION } from "./version.ts";

/** Topic on the bus under which instances tell each other whose cached state to drop. */
const INVALIDATIONS = "live-state";

const HOUR_MS = 3_600_000;

export type Services = ReturnType<typeof createServices>;

/** Every module's service, wired. Nothing runs before `prepare`, nothing in the background before `start`. */
export function createServices(deps: Deps) {
	const { config, store, clock, newId, masterKey, bus, log, metrics, limiter, externalIssuer } = deps;
	const publicUrl = config.publicUrl.href;
	const vault = createVault(deriveKey(masterKey, "vault"));
	const cursors = createCursors(deriveKey(masterKey, "cursors"));
	/** Whether what is cached can be trusted: nobody else writes, or we hear of it. */
	const hearsEveryChange = store.dialect === "sqlite" || bus.shared;

	const idempotency = createIdempotency({ store, clock, vault });
	const tokens = createTokensService({
		store,
		clock,
		vault,
		issuer: publicUrl,
		audience: publicUrl,
		externalIssuer,
		log,
	});
	const identity = createIdentity({ store, clock, tokens, hearsEveryChange });
	const changes = createChanges({ store, clock, newId, idempotency, invalidate });
	const jobs = createJobs({ store, clock, newId, log });
	const passwords = createPasswords(config.argon2, config.passwordMinLength);
	const attempts = createAttemptLimits(limiter, config);
	const sessions = createSessionsService({ store, clock, newId, changes, tokens });
	const auth = createAuthService({ store, sessions, passwords, attempts });
	const invitations = createInvitationsService({
		store,
		clock,
		newId,
		changes,
		accounts: usersRepository,
		passwords,
		join: joinOrganization,
		mailer: null,
		publicUrl,
	});
	const organizations = createOrganizationsService({ store, newId, changes, cursors, invitations, hearsEveryChange });
	const suspension = createSuspensionService({ clock, newId, changes, jobs });
	const deletion = createDeletionService({ changes, jobs, erasers: [eraseMembers, eraseInvitations] });
	const members = createMembersService({ store, changes, cursors, invitations });
	const status = createStatusService({
		store,
		dataDir: config.dataDir,
		metrics,
		metricsToken: config.metricsToken,
		build: { version: VERSION, commit: COMMIT },
		log,
	});

	/** Drops cached state, here and on every other instance. */
	function invalidate(ids: readonly string[]): void {
		forget(ids);
		if (bus.shared) bus.publish(INVALIDATIONS, ids.join(" "));
	}

	function forget(ids: readonly string[]): void {
		identity.invalidate(ids);
		organizations.forget(ids);
	}

	bus.subscribe(INVALIDATIONS, (message) => forget(message.split(" ")));
	handleOrganizationJobs(jobs, { suspension, deletion });
	keepHouse(jobs, [idempotency.purgeExpired]);
	metrics.gauge("parley_jobs_due", "Jobs that could run but do not yet.", jobs.countDue);

	/** Every instance looks for new signing keys by itself: a job would run on one only. */
	let rotation: ReturnType<typeof setInterval> | undefined;
	const rotateKeys = () =>
		tokens.rotateIfDue().catch((error: unknown) => log.error("signing keys cannot be rotated", { error }));

	return {
		store,
		clock,
		newId,
		idempotency,
		tokens,
		identity,
		changes,
		jobs,
		passwords,
		sessions,
		auth,
		invitations,
		organizations,
		suspension,
		deletion,
		members,
		status,

		/** What must be there before the first request: signing keys, the platform's ledger. */
		async prepare(): Promise<void> {
			await tokens.ready();
			await changes.prepare();
		},

		/** Begins background work. */
		start(): void {
			jobs.start();
			rotation = setInterval(() => void rotateKeys(), HOUR_MS);
			rotation.unref();
		},

		/** Ends background work; what runs is finished first. */
		async stop(): Promise<void> {
			clearInterval(rotation);
			await jobs.stop();
		},
	};
}

/** Whoever keeps guessing at an account waits longer each time, up to this long. */
const MAX_ACCOUNT_WAIT_SECONDS = 900;

/** Counts sign-ins by network and by account under the policies of CONTRACT §1.7. */
function createAttemptLimits(limiter: Limiter, { rateLimits }: Config): AttemptLimits {
	const byNetwork = rateLimits.policies["auth-ip"];
	const byAccount = { ...rateLimits.policies["auth-account"], maxWindowSeconds: MAX_ACCOUNT_WAIT_SECONDS };

	async function take(policy: RatePolicy, key: string): Promise<void> {
		const { allowed, resetSeconds } = await limiter.take(policy, key);
		if (allowed) return;
		throw new AppError("rate_limited", `Too many sign-in attempts; come back in ${resetSeconds} s.`, {
			meta: { policy: policy.name },
			retryAfterSeconds: resetSeconds,
		});
	}

	return {
		async take(ip, accountHash) {
			if (!rateLimits.enabled) return;
			// The network first: one that is refused must not lock accounts.
			await take(byNetwork, networkOf(ip));
			await take(byAccount, accountHash);
		},
		async forget(accountHash) {
			if (rateLimits.enabled) await limiter.reset(byAccount, accountHash);
		},
	};
}
