import {
	apiKeys,
	auditEntries,
	auditTargets,
	events,
	failedSignIns,
	idempotencyKeys,
	invitations,
	jobs,
	knownDevices,
	meetings,
	memberships,
	oneTimeTokens,
	organizationBlocks,
	organizationLedgers,
	organizations,
	participants,
	passkeys,
	searchTerms,
	segmentRevisions,
	segments,
	serviceState,
	sessions,
	speakers,
	spentRefreshTokens,
	transcripts,
	userIdentities,
	users,
	workspaceMembers,
	workspaces,
} from "#db/schema";
import { targetRows } from "#platform/audit-trail";
import { createLog } from "./log.ts";
import { growMeetings } from "./meetings.ts";
import {
	apiKeyRows,
	blockRows,
	identityRows,
	invitationRows,
	jobRows,
	membershipRows,
	passkeyRows,
	searchRows,
	searchState,
	userRows,
} from "./organizations.ts";
import { type Sizes, WORLD_KEY, type World } from "./plan.ts";
import { createRandom } from "./random.ts";
import {
	failedSignInRows,
	idempotencyRows,
	knownDeviceRows,
	oneTimeTokenRows,
	sessionRows,
	spentTokenRows,
} from "./sessions.ts";
import { openTarget } from "./target.ts";
import { growTranscripts } from "./transcripts.ts";
import { growWorkspaces } from "./workspaces.ts";
import { populate } from "./world.ts";

/** Options of {@link grow}. */
export interface GrowOptions {
	/** A new SQLite file, or an empty Postgres database, of the engine this process was started for. */
	readonly url: string;
	readonly sizes: Sizes;
	/** The same seed and time give the same rows. */
	readonly seed: number;
	/** Time at which the database was in use last, Unix ms. */
	readonly nowMs: number;
	/** Called when a part is done. */
	readonly onProgress: (part: string) => void;
}

/**
 * Fills a database with a large, skewed, generated world: one organization with most members, one person with many
 * sessions, a long log, everything in the form the product writes it.
 * @throws Error when the database is not new, or there are fewer audit entries than events
 */
export async function grow({ url, sizes, seed, nowMs, onProgress }: GrowOptions): Promise<World> {
	if (sizes.auditEntries < sizes.events) throw new Error("every event has an audit entry: there must be as many");
	const random = createRandom(seed);
	const target = await openTarget(url);
	const population = populate(random, sizes, seed, nowMs);
	const { world } = population;
	onProgress("made up");

	await target.insert(users, userRows(population));
	await target.insert(userIdentities, identityRows(population));
	await target.insert(passkeys, passkeyRows(random, population));
	await target.insert(oneTimeTokens, oneTimeTokenRows(random, population));
	onProgress("people");
	await target.insert(
		organizations,
		population.organizations.map(({ row }) => row),
	);
	await target.insert(organizationBlocks, blockRows(random, population));
	await target.insert(memberships, membershipRows(population));
	await target.insert(invitations, invitationRows(random, population));
	await target.insert(apiKeys, apiKeyRows(random, population));
	await target.insert(jobs, jobRows(random, population));
	onProgress("organizations");
	const grownWorkspaces = growWorkspaces(random, population);
	await target.insert(
		workspaces,
		grownWorkspaces.map(({ row }) => row),
	);
	await target.insert(
		workspaceMembers,
		grownWorkspaces.flatMap(({ members }) => members),
	);
	onProgress("workspaces");
	const grownMeetings = growMeetings(random, grownWorkspaces, nowMs);
	await target.insert(
		meetings,
		grownMeetings.map(({ row }) => row),
	);
	await target.insert(
		participants,
		grownMeetings.flatMap((meeting) => meeting.participants),
	);
	onProgress("meetings");
	const grownTranscripts = growTranscripts(random, grownMeetings);
	await target.insert(
		transcripts,
		grownTranscripts.map(({ row }) => row),
	);
	await target.insert(
		speakers,
		grownTranscripts.flatMap((transcript) => transcript.speakers),
	);
	await target.insert(
		segments,
		grownTranscripts.flatMap((transcript) => transcript.segments),
	);
	await target.insert(
		segmentRevisions,
		grownTranscripts.flatMap(({ revisions }) => revisions),
	);
	onProgress("transcripts");
	await target.insert(searchTerms, searchRows(population, grownWorkspaces, grownMeetings));
	await target.insert(serviceState, searchState(nowMs));
	onProgress("search");
	const signedIn = sessionRows(random, population);
	await target.insert(sessions, signedIn);
	await target.insert(spentRefreshTokens, spentTokenRows(random, signedIn));
	await target.insert(knownDevices, knownDeviceRows(random, signedIn));
	await target.insert(failedSignIns, failedSignInRows(random, population));
	await target.insert(idempotencyKeys, idempotencyRows(random, population));
	onProgress("sessions");
	const log = createLog(random, population);
	for (const batch of log.batches) {
		await target.insert(events, batch.events);
		await target.insert(auditEntries, batch.entries);
		await target.insert(auditTargets, batch.entries.flatMap(targetRows));
	}
	await target.insert(organizationLedgers, log.ledgers());
	await target.insert(serviceState, [{ key: WORLD_KEY, value: world, updatedAtMs: nowMs }]);
	onProgress("log");
	await target.finish();
	onProgress("indexes");
	return world;
}
