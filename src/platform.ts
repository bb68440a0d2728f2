import { createSockets, type ServedSockets } from "#http/sockets";
import { createCursors } from "#kernel/cursor";
import { deriveKeys, openVault } from "#kernel/key-ring";
import { createRetentionReader } from "#modules/governance/retention";
import { findMailBrand } from "#modules/tenancy/branding";
import { findOrganization, findOrganizationRow } from "#modules/tenancy/organization-records";
import { REMOVALS_MS } from "#operations/backup/after-restore";
import { artifactsContribution, createPurge } from "#platform/artifacts";
import { createBlobs, createProvenObjects, createSpool, scheduleSweep } from "#platform/blobs";
import { challengesContribution, createChallenges } from "#platform/challenges";
import { createConnectionShares } from "#platform/connections";
import { departuresContribution } from "#platform/departures";
import { createFollowers, createLogHints } from "#platform/followers";
import { createIdempotency, type Idempotency, idempotencyContribution } from "#platform/idempotency";
import { createInstallation } from "#platform/installation";
import { createJobs, hasNoJobs, jobsContribution } from "#platform/jobs";
import { openMail } from "#platform/mail";
import { type Contribution, type Contributions, type Core, recordsContribution } from "#platform/module";
import { rateWindowsContribution } from "#platform/rate-windows";
import { createReadTrail, readTrailContribution } from "#platform/read-trail";
import { removalsContribution } from "#platform/removals";
import { createSearchBuilder } from "#platform/search";
import { createSettledTime, settledTimeContribution } from "#platform/settled-time";
import { createSpaceReclamation, spaceReclamationContribution } from "#platform/space-reclamation";
import { createMoments, createUnitOfWork } from "#platform/unit-of-work";
import { openCaches } from "./caches.ts";
import type { Deps } from "./deps.ts";
import { openOutbound, placeOfObjects } from "./open.ts";
import { lastingConnections } from "./serve/connection-limit.ts";

/** The platform, and its own contributions. */
export interface Platform {
	readonly core: Core;
	readonly sockets: ServedSockets;
	readonly idempotency: Idempotency;
	readonly contributions: readonly Contribution[];
}

/** Creates the platform. @param collected the contributions of all, complete once the last module exists */
export function createPlatform(deps: Deps, collected: Contributions): Platform {
	const { config, store, clock, steadyMs, newId, masterKeys, bus, log, limiter, mailTransport } = deps;
	const { caches, invalidate, contributions: ofCaches } = openCaches(config, store, bus);
	const vault = openVault(masterKeys);
	const installation = createInstallation({ store, clock, newId, vault });
	const settledClock = createSettledTime({ store, clock, steadyMs, log, isUnused: hasNoJobs });
	const jobs = createJobs({ store, clock, settledClock, newId, log });
	const idempotency = createIdempotency({ clock, settledClock, vault, keys: deriveKeys(masterKeys, "idempotency") });
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
		brandOf: (orgId) => findMailBrand(store.db, orgId, config.publicUrl.href),
		publicUrl: config.publicUrl.href,
		texts: () => collected.mails,
		followers: () => collected.mailFollowers,
	});
	const spool = createSpool(config.dataDir);
	const { objects, proof: objectsProof } = createProvenObjects({
		...{ objects: deps.objects, store, clock, newId, log },
		place: placeOfObjects(config),
	});
	const blobs = createBlobs({ objects, store, vault, newId, spool, isEncrypting: config.encryptBlobs });
	scheduleSweep(objects, store, jobs, settledClock);
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
		outbound: openOutbound(config, deps.authorities ?? null),
		challenges,
		blobs,
		objectsProof,
		retention: createRetentionReader({ store, caches, clock }),
		purge: createPurge({ purges: () => collected.purges }),
		spaceReclamation: createSpaceReclamation({ store, jobs, remains: collected.remains }),
		reads: createReadTrail({ store, caches, clock, unitOfWork, findOrganization }),
		spool,
		cursors: createCursors(deriveKeys(masterKeys, "cursors")),
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
			policies !== null,
		),
		bus,
		installation,
		log,
	};
	const contributions: readonly Contribution[] = [
		departuresContribution(store),
		readTrailContribution(store),
		{ prepare: installation.prepare },
		settledTimeContribution(settledClock),
		{ prepare: unitOfWork.prepare },
		removalsContribution(config.backup.keepMs + REMOVALS_MS),
		spaceReclamationContribution(store),
		...ofCaches,
		{ prepare: createSearchBuilder({ store, clock, log, sources: () => collected.searchSources }) },
		jobsContribution(jobs),
		{
			periodicTasks: [
				{
					everyMs: objectsProof.everyMs,
					work: objectsProof.retry,
					atEnd: async () => {},
					failureMessage: "the check of the blob store failed",
				},
			],
		},
		artifactsContribution({ store, objects, jobs, log, clock }),
		mail.contribution,
		challengesContribution(challenges),
		rateWindowsContribution(),
		idempotencyContribution(idempotency),
		recordsContribution(store, () => collected.facts),
	];
	return { core, sockets, idempotency, contributions };
}
