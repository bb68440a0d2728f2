import { createAddressResolver } from "#adapters/dns/addresses";
import { createOutbound } from "#adapters/outbound/client";
import { createSockets, type ServedSockets } from "#http/sockets";
import { Caches } from "#kernel/caches";
import { DAY_MS } from "#kernel/clock";
import { createCursors } from "#kernel/cursor";
import { readNetwork } from "#kernel/ip-address";
import { openVault } from "#kernel/key-ring";
import { deriveKey } from "#kernel/secrets";
import { createRetentionReader } from "#modules/governance/retention";
import { findOrganization, findOrganizationRow } from "#modules/tenancy/organization-records";
import { REMOVALS_MS } from "#operations/backup/after-restore";
import { artifactsContribution, createPurge } from "#platform/artifacts";
import { createBlobs, createSpool, SWEEP, sweep } from "#platform/blobs";
import { challengesContribution, createChallenges } from "#platform/challenges";
import { createConnectionShares } from "#platform/connections";
import { departuresContribution } from "#platform/departures";
import { createFollowers, createLogHints } from "#platform/followers";
import { createIdempotency, type Idempotency } from "#platform/idempotency";
import { createInstallation } from "#platform/installation";
import { createJobs, hasNoJobs, jobsContribution } from "#platform/jobs";
import { openMail } from "#platform/mail";
import { type Contribution, type Contributions, type Core, recordsContribution } from "#platform/module";
import { createReadTrail, readTrailContribution } from "#platform/read-trail";
import { removalsContribution } from "#platform/removals";
import { createSearchBuilder } from "#platform/search";
import { createSettledTime, settledTimeContribution } from "#platform/settled-time";
import { createSpaceReclamation, spaceReclamationContribution } from "#platform/space-reclamation";
import { createMoments, createUnitOfWork } from "#platform/unit-of-work";
import { cacheMetrics } from "./cache-metrics.ts";
import type { Deps } from "./deps.ts";
import { shareInvalidations } from "./invalidations.ts";
import { sealedByPlatform } from "./sealed-by-platform.ts";
import { lastingConnections } from "./serve/connection-limit.ts";

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

/** Creates the platform. @param collected the contributions of all, complete once the last module exists */
export function createPlatform(deps: Deps, collected: Contributions): Platform {
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
	const settledClock = createSettledTime({ store, clock, steadyMs, log, isUnused: hasNoJobs });
	const jobs = createJobs({ store, clock, settledClock, newId, log });
	const idempotency = createIdempotency({
		clock,
		settledClock,
		vault,
		key: deriveKey(masterKey, "idempotency"),
		olderKeys: older("idempotency"),
	});
	const logHints = createLogHints(bus);
	const { announce } = logHints;
	const moments = createMoments(() => collected.reactions);
	const unitOfWork = createUnitOfWork({
		...{ store, clock, newId, idempotency, moments, invalidate, announce },
		authority: () => collected.authority,
	});
	const followers = createFollowers({ store, clock, log, hints: logHints, bus });

	const challenges = createChallenges({ store, clock, vault });
	const policies = config.rateLimits.enabled ? config.rateLimits.policies : null;
	const mail = openMail(mailTransport, {
		...{ store, jobs, vault, settledClock, steadyMs, log, limiter, policies },
		isActive: async (orgId) => (await findOrganizationRow(store.db, orgId))?.state === "active",
		publicUrl: config.publicUrl.href,
		texts: () => collected.mails,
		followers: () => collected.mailFollowers,
	});
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
		moments,
		contributions: collected,
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
		purge: createPurge({ purges: () => collected.purges }),
		spaceReclamation: createSpaceReclamation({ store, jobs, remains: collected.remains }),
		reads: createReadTrail({ store, caches, clock, unitOfWork, findOrganization }),
		spool,
		cursors: createCursors(deriveKey(masterKey, "cursors"), older("cursors")),
		vault,
		mailer: mail.mailer,
		mailHealth: mail.health,
		mailLimits: mail.limits,
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
	const contributions: readonly Contribution[] = [
		departuresContribution(store),
		readTrailContribution(store),
		{ prepare: installation.prepare },
		settledTimeContribution(settledClock),
		{ prepare: unitOfWork.prepare },
		removalsContribution(config.backup.keepMs + REMOVALS_MS),
		spaceReclamationContribution(store),
		cacheMetrics(caches),
		mail.contribution,
		invalidations,
		{
			prepare: createSearchBuilder({ store, clock, log, sources: () => collected.searchSources }),
		},
		jobsContribution(jobs),
		{ sealed: sealedByPlatform },
		{ cleanups: { hourly: [idempotency.deleteExpired] } },
		challengesContribution(challenges),
		artifactsContribution({ store, objects, jobs, log, clock }),
		recordsContribution(store, () => collected.facts),
	];
	return { core, sockets, idempotency, contributions };
}
