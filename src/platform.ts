import { createSockets, type ServedSockets } from "#http/sockets";
import { Caches } from "#kernel/caches";
import { DAY_MS, MINUTE_MS } from "#kernel/clock";
import { createCursors } from "#kernel/cursor";
import { deriveKey } from "#kernel/secrets";
import { artifactsOf, createDeletion } from "#platform/artifacts";
import { eraseActor } from "#platform/audit-trail";
import { createBlobs, createSpool, SWEEP, sweep } from "#platform/blobs";
import { createChallenges } from "#platform/challenges";
import { createIdempotency, type Idempotency } from "#platform/idempotency";
import { createInstallation } from "#platform/installation";
import { createJobs, type Jobs } from "#platform/jobs";
import { createMailer, createMailLimits, type MailFollowers, type MailTexts, watchTransport } from "#platform/mail";
import type { Contribution, Core } from "#platform/module";
import { createSearchBuilder, eraseTenant as eraseSearch, type SearchSource } from "#platform/search";
import { createSettledTime, type SettledTime } from "#platform/settled-time";
import { type Authority, createUnitOfWork } from "#platform/unit-of-work";
import { eraseTenant as eraseUsage } from "#platform/usage";
import { cacheMetrics } from "./cache-metrics.ts";
import type { Deps } from "./deps.ts";
import { shareInvalidations } from "./invalidations.ts";
import { openVault } from "./keys.ts";
import { mailMetrics } from "./mail-metrics.ts";
import { sealedByPlatform } from "./sealed-by-platform.ts";

/** Functions the platform needs from modules, which are created after it. */
export interface PlatformCallbacks {
	/** Access to the current authority of callers. */
	readonly authority: Authority;
	/** Returns the texts of the mails of every module. */
	readonly mails: () => readonly MailTexts[];
	/** Returns who learns what becomes of mails, by kind of mail. */
	readonly mailFollowers: () => MailFollowers;
	/** Returns the rows to be indexed of every module. */
	readonly searchSources: () => readonly SearchSource[];
}

/** The platform, and its own contributions. */
export interface Platform {
	readonly core: Core;
	readonly sockets: ServedSockets;
	readonly idempotency: Idempotency;
	readonly contributions: readonly Contribution[];
}

/** Interval at which jobs are looked for that a clock scheduled which was ahead, in ms. */
const BRING_BACK_MS = 10_000;

const toSeconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);

/** Creates the platform. */
export function createPlatform(deps: Deps, callbacks: PlatformCallbacks): Platform {
	const { authority, mails, mailFollowers, searchSources } = callbacks;
	const { config, store, objects, clock, steadyMs, newId, masterKey, bus, log, limiter, mailTransport } = deps;
	const caches = new Caches({
		budgetBytes: config.cacheMb * 1024 * 1024,
		isCoherent: store.dialect === "sqlite" || (bus.shared && bus.isConnected),
	});
	const { invalidate, contribution: invalidations } = shareInvalidations(bus, caches);
	const olderKeys = deps.olderMasterKeys ?? [];
	const older = (purpose: string) => olderKeys.map((key) => deriveKey(key, purpose));
	const vault = openVault([masterKey, ...olderKeys]);
	const installation = createInstallation({ store, clock, newId, vault });
	// The jobs know by this clock what has come for certain, and it knows by them whether anything has happened yet.
	const settledClock: SettledTime = createSettledTime({
		store,
		clock,
		steadyMs,
		log,
		isUnused: (db) => jobs.isUnused(db),
	});
	const jobs: Jobs = createJobs({ store, clock, settledClock, newId, log });
	const idempotency = createIdempotency({
		clock,
		settledClock,
		vault,
		key: deriveKey(masterKey, "idempotency"),
		olderKeys: older("idempotency"),
	});
	const unitOfWork = createUnitOfWork({ store, clock, newId, idempotency, authority, invalidate });

	const challenges = createChallenges({ store, clock, vault });
	const { href: publicUrl } = config.publicUrl;
	const mail = mailTransport && watchTransport(mailTransport, { steadyMs, log });
	const mailer =
		mail &&
		createMailer({
			store,
			jobs,
			vault,
			settledClock,
			transport: mail.transport,
			log,
			publicUrl,
			texts: mails,
			followers: mailFollowers,
		});
	const policies = config.rateLimits.enabled ? config.rateLimits.policies : null;
	const spool = createSpool(config.dataDir);
	const { encryptBlobs: isEncrypting } = config;
	const blobs = createBlobs({ objects, store, vault, newId, spool, isEncrypting });
	const sockets = createSockets(log);
	const core: Core = {
		store,
		clock,
		settledClock,
		steadyMs,
		newId,
		unitOfWork,
		jobs,
		challenges,
		blobs,
		spool,
		cursors: createCursors(deriveKey(masterKey, "cursors"), older("cursors")),
		vault,
		mailer,
		mailHealth: mail?.health ?? null,
		mailLimits: createMailLimits(limiter, mailTransport && policies),
		limiter,
		policies,
		caches,
		publicUrl: config.publicUrl,
		corsOrigins: config.corsOrigins,
		sockets,
		bus,
		installation,
		log,
	};
	jobs.every(SWEEP, DAY_MS, ({ signal }) => sweep(objects, store, { nowMs: settledClock.nowMs(), signal }));
	const contributions: Contribution[] = [
		{ prepare: installation.prepare },
		{
			prepare: settledClock.note,
			periodicTasks: [
				{ everyMs: MINUTE_MS, work: settledClock.note, failureMessage: "what the clock shows cannot be noted" },
			],
			gauges: [
				{
					name: "parley_clock_ahead_seconds",
					help: "By how much the clock is ahead of what is certain. What has become due since is not purged yet.",
					read: () => toSeconds(settledClock.aheadMs()),
				},
			],
		},
		{ prepare: unitOfWork.prepare },
		cacheMetrics(caches),
		...(mail ? [mailMetrics(jobs, mail.health)] : []),
		invalidations,
		{ prepare: createSearchBuilder({ store, clock, log, sources: searchSources }), eraseTenant: eraseSearch },
		{
			eraseTenant: jobs.eraseTenant,
			cleanups: { hourly: [jobs.deleteEnded] },
			periodicTasks: [
				{ everyMs: BRING_BACK_MS, work: jobs.bringBack, failureMessage: "jobs from the future cannot be brought back" },
			],
			gauges: [{ name: "parley_jobs_due", help: "Jobs that could run but do not yet.", read: jobs.countDue }],
		},
		{ sealed: sealedByPlatform },
		{ eraseTenant: idempotency.eraseTenant, cleanups: { hourly: [idempotency.deleteExpired] } },
		{
			cleanups: { everyMinute: [challenges.deleteExpired] },
			revokeCredentials: challenges.deleteByUser,
			erasePerson: (inPortions, { userId }) =>
				inPortions(async (tx) => {
					await challenges.deleteByUser(tx, userId);
					return 0;
				}),
		},
		{ erasePerson: (inPortions, { userId }) => eraseActor(store, inPortions, userId) },
		{ eraseTenant: eraseUsage },
		{
			eraseTenant: createDeletion({ store, objects, jobs, log }).eraseTenant,
			eraseMeeting: (tx, orgId, meetingId, limit) =>
				artifactsOf(tx, orgId).removeOfMeeting(meetingId, limit, clock.nowMs()),
		},
	];
	return { core, sockets, idempotency, contributions };
}
