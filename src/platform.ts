import { createAddressResolver } from "#adapters/dns/addresses";
import { createOutbound } from "#adapters/outbound/client";
import { createSockets, type ServedSockets } from "#http/sockets";
import { Caches } from "#kernel/caches";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { createCursors } from "#kernel/cursor";
import { readNetwork } from "#kernel/ip-address";
import { deriveKey } from "#kernel/secrets";
import { createRetentionReader } from "#modules/governance/retention";
import { findOrganization, findOrganizationRow } from "#modules/tenancy/organization-records";
import { artifactsOf, createDeletion } from "#platform/artifacts";
import { eraseActor } from "#platform/audit-trail";
import { createBlobs, createSpool, SWEEP, sweep } from "#platform/blobs";
import { createChallenges, deleteAllChallenges } from "#platform/challenges";
import { createConnectionShares } from "#platform/connections";
import { eraseDepartures, eraseTenant as eraseDeparturesOf } from "#platform/departures";
import { createFollowers, createLogHints } from "#platform/followers";
import { createIdempotency, type Idempotency } from "#platform/idempotency";
import { createInstallation } from "#platform/installation";
import { createJobs, deleteWaiting, type Jobs } from "#platform/jobs";
import {
	createMailer,
	createMailLimits,
	MAIL_QUEUES,
	type MailFollowers,
	type MailTexts,
	watchTransport,
} from "#platform/mail";
import { type Contribution, type Core, eachPerson } from "#platform/module";
import { eraseFromEvents, type PersonalPayloads } from "#platform/outbox";
import { createReadTrail, deleteNotedReads, eraseNotedReads } from "#platform/read-trail";
import { deleteRemovals, eraseTenant as eraseRemovals } from "#platform/removals";
import { createSearchBuilder, eraseTenant as eraseSearch, type SearchSource } from "#platform/search";
import { createSettledTime, type SettledTime } from "#platform/settled-time";
import { type Authority, createUnitOfWork, type Fact } from "#platform/unit-of-work";
import { eraseTenant as eraseUsage } from "#platform/usage";
import { REMOVALS_MS } from "./backup/after-restore.ts";
import { cacheMetrics } from "./cache-metrics.ts";
import type { Deps } from "./deps.ts";
import { shareInvalidations } from "./invalidations.ts";
import { openVault } from "./keys.ts";
import { mailMetrics } from "./mail-metrics.ts";
import { createProseErasure } from "./prose-erasure.ts";
import { sealedByPlatform } from "./sealed-by-platform.ts";
import { lastingConnections } from "./serve/connection-limit.ts";

/** Functions the platform needs from modules, which are created after it. */
export interface PlatformCallbacks {
	/** Access to the current authority of callers. */
	readonly authority: Authority;
	/** Returns the texts of the mails of every module. */
	readonly mails: () => readonly MailTexts[];
	/** Returns who learns what becomes of mails, by kind of mail. */
	readonly mailFollowers: () => MailFollowers;
	/** Returns the facts of every module. */
	readonly facts: () => readonly Fact[];
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

/** Connections that stay open of one caller, and of one meeting. */
const MAX_PER_CALLER = 50;
const MAX_PER_MEETING = 10_000;

/** Interval at which jobs are looked for that a clock scheduled which was ahead, in ms. */
const BRING_BACK_MS = 10_000;

const toSeconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);

/** Creates the platform. */
export function createPlatform(deps: Deps, callbacks: PlatformCallbacks): Platform {
	const { authority, mails, mailFollowers, facts, searchSources } = callbacks;
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
	const logHints = createLogHints(bus);
	const { announce } = logHints;
	const unitOfWork = createUnitOfWork({ store, clock, newId, idempotency, authority, invalidate, announce });
	const followers = createFollowers({ store, clock, log, hints: logHints, bus });

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
			isActive: async (orgId) => (await findOrganizationRow(store.db, orgId))?.state === "active",
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
		followers,
		logHints,
		outbound: createOutbound({
			policy: { allowHttp: config.webhooks.allowHttp, allowed: config.webhooks.allowCidrs.map(readNetwork) },
			resolve: createAddressResolver(config.dnsResolvers),
			authorities: deps.authorities ?? null,
		}),
		challenges,
		blobs,
		retention: createRetentionReader({ store, caches, clock }),
		reads: createReadTrail({ store, caches, clock, unitOfWork, findOrganization }),
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
		connections: createConnectionShares(
			lastingConnections(store.dialect === "postgres" ? config.databasePoolSize : 0),
			{
				perCaller: policies === null ? Number.POSITIVE_INFINITY : MAX_PER_CALLER,
				perMeeting: MAX_PER_MEETING,
			},
		),
		bus,
		installation,
		log,
	};
	jobs.every(SWEEP, DAY_MS, ({ signal }) => sweep(objects, store, { nowMs: settledClock.nowMs(), signal }));
	const contributions: Contribution[] = [
		{
			// The first: it is called last, so that what an interruption has left is found again.
			eraseUserData: {
				departures: eachPerson((inPortions, person) =>
					inPortions((tx, limit) => eraseDepartures(store.acrossTenants.within(tx), person, limit)),
				),
			},
			eraseTenant: eraseDeparturesOf,
		},
		{
			eraseTenant: eraseNotedReads,
			cleanups: {
				hourly: [
					(inPortions, nowMs) =>
						inPortions((tx, limit) => deleteNotedReads(store.acrossTenants.within(tx), nowMs - 2 * HOUR_MS, limit)),
				],
			},
		},
		{ prepare: installation.prepare },
		{
			prepare: settledClock.note,
			periodicTasks: [
				{ everyMs: MINUTE_MS, work: settledClock.note, failureMessage: "the current time could not be recorded" },
			],
			gauges: [
				{
					name: "parley_clock_ahead_seconds",
					help: "Seconds by which the clock is ahead of the settled time. What has become due since is not purged yet.",
					read: () => toSeconds(settledClock.aheadMs()),
				},
			],
		},
		{ prepare: unitOfWork.prepare },
		// What was waiting was sent since, or its link was used.
		{ forgetAfterRestore: (tx, limit) => deleteWaiting(tx, MAIL_QUEUES, limit) },
		{ forgetAfterRestore: deleteAllChallenges },
		{
			eraseTenant: eraseRemovals,
			cleanups: {
				hourly: [
					(inPortions, nowMs) =>
						inPortions((tx, limit) => deleteRemovals(tx, nowMs - config.backup.keepMs - REMOVALS_MS, limit)),
				],
			},
		},
		{
			gauges: [
				{
					name: "parley_database_removed_content_seconds",
					help: "How long removed content may have been in the write-ahead log of SQLite; 0: none is.",
					read: () => store.unreclaimedMs() / 1_000,
				},
			],
		},
		cacheMetrics(caches),
		...(mail ? [mailMetrics(jobs, mail.health)] : []),
		invalidations,
		{ prepare: createSearchBuilder({ store, clock, log, sources: searchSources }), eraseTenant: eraseSearch },
		{
			eraseTenant: jobs.eraseTenant,
			cleanups: { hourly: [jobs.deleteEnded] },
			periodicTasks: [
				{
					everyMs: BRING_BACK_MS,
					work: jobs.bringBack,
					failureMessage: "jobs scheduled by a clock that was ahead could not be rescheduled",
				},
			],
			gauges: [{ name: "parley_jobs_due", help: "Jobs that are due but not running yet.", read: jobs.countDue }],
		},
		{ eraseTenant: followers.eraseTenant },
		{ sealed: sealedByPlatform },
		{ eraseTenant: idempotency.eraseTenant, cleanups: { hourly: [idempotency.deleteExpired] } },
		{
			cleanups: { everyMinute: [challenges.deleteExpired] },
			revokeCredentials: challenges.deleteByUser,
			eraseAccount: (inPortions, userId) =>
				inPortions(async (tx) => {
					await challenges.deleteByUser(tx, userId);
					return 0;
				}),
		},
		{
			eraseUserData: {
				auditEntries: eachPerson((inPortions, person) => eraseActor(store, inPortions, person)),
				events: (inPortions, people) => eraseFromEvents(store, inPortions, people, personalPayloads(facts())),
			},
		},
		{ eraseTenant: eraseUsage },
		{
			eraseTenant: createDeletion({ store, objects, jobs, log }).eraseTenant,
			eraseMeeting: (tx, orgId, meetingId, limit) =>
				artifactsOf(tx, orgId).removeOfMeeting(meetingId, limit, clock.nowMs()),
		},
		{ eraseMeeting: createProseErasure(facts) },
	];
	return { core, sockets, idempotency, contributions };
}

/** Returns the members of payloads that name people, by type of event. */
const personalPayloads = (facts: readonly Fact[]): PersonalPayloads =>
	new Map(facts.flatMap(({ event, personal }) => (event !== null && personal !== null ? [[event, personal]] : [])));
