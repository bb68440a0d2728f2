import type { MeetingRow, ParticipantRow } from "#db/schema";
import { HOUR_MS } from "#kernel/clock";
import { organizationName } from "./names.ts";
import type { Random } from "./random.ts";
import type { GrownWorkspace } from "./workspaces.ts";

/** A generated meeting with its participants, the host first. */
export interface GrownMeeting {
	readonly row: MeetingRow;
	readonly participants: readonly ParticipantRow[];
}

/** Meetings of a workspace. */
const OF_EACH = 10;
/** Participants of a meeting besides its host. */
const OTHERS = 2;

/** Makes up meetings of every workspace, most of them over; one in ten lies ahead. */
export function growMeetings(random: Random, workspaces: readonly GrownWorkspace[], nowMs: number): GrownMeeting[] {
	return workspaces.flatMap((workspace) => Array.from({ length: OF_EACH }, () => newMeeting(random, workspace, nowMs)));
}

function newMeeting(random: Random, { row: workspace, members }: GrownWorkspace, nowMs: number): GrownMeeting {
	const { orgId, createdAtMs } = workspace;
	const state = random.chance(0.1)
		? "scheduled"
		: random.pick(["ended", "ready", "ready", "failed", "cancelled"] as const);
	const isAhead = state === "scheduled";
	const isOver = !isAhead && state !== "cancelled";
	const startsAtMs = isAhead
		? nowMs + random.below(100 * HOUR_MS)
		: createdAtMs + random.below(Math.max(1, nowMs - createdAtMs));
	const id = random.id("mtg", createdAtMs);
	const hostId = members[0]?.userId ?? "key_01jd0z7v9gf2nbrexx3vqjhp41";
	const row: MeetingRow = {
		orgId,
		id,
		workspaceId: workspace.id,
		title: organizationName(random, 0),
		description: null,
		kind: "class",
		state,
		stateReason: null,
		source: "native",
		scheduledStartAtMs: startsAtMs,
		scheduledEndAtMs: startsAtMs + HOUR_MS,
		startsAtMs,
		startedAtMs: isOver ? startsAtMs : null,
		endedAtMs: isOver ? startsAtMs + HOUR_MS : null,
		durationMs: isOver ? HOUR_MS : null,
		hostId,
		language: "en-US",
		recordingMode: "manual",
		recordingConsent: "required",
		transcription: { enabled: true, live: false, provider: null, translateTo: [] },
		access: random.chance(0.1) ? "invited" : "workspace",
		lobby: false,
		conferenceUrl: null,
		joinCodeHash: null,
		joinCodeSealed: null,
		joinCodeHolderId: null,
		externalId: null,
		seriesId: null,
		occurrence: null,
		occurrenceAtMs: null,
		changed: false,
		artifacts: {},
		recording: null,
		whenUnattended: null,
		roomRules: null,
		hold: null,
		createdBy: hostId,
		purgeStartedAtMs: null,
		deletedAtMs: null,
		version: isAhead ? 1 : 2,
		createdAtMs,
		updatedAtMs: startsAtMs,
	};
	const people = members.slice(0, 1 + OTHERS);
	return { row, participants: people.map(({ userId }, place) => newParticipant(random, row, userId, place)) };
}

function newParticipant(random: Random, meeting: MeetingRow, userId: string, place: number): ParticipantRow {
	const { orgId, id, createdAtMs, startedAtMs, endedAtMs } = meeting;
	return {
		orgId,
		id: random.id("par", createdAtMs),
		meetingId: id,
		userId,
		name: "A Person",
		email: null,
		emailKey: null,
		inviteHash: null,
		role: place === 0 ? "host" : "participant",
		state: endedAtMs === null ? "invited" : "left",
		joinedAtMs: startedAtMs,
		leftAtMs: endedAtMs,
		enteredAtSeq: null,
		version: 1,
		createdAtMs: createdAtMs + place,
		updatedAtMs: createdAtMs + place,
	};
}
