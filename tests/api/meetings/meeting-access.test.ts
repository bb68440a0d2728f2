import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import {
	MEETING_ACCESS,
	type MeetingAccess,
	meetings as meetingsTable,
	PARTICIPANT_STATES,
	type ParticipantRole,
	type ParticipantState,
	participants,
	type WorkspaceRole,
} from "#db/schema/index";
import { newId } from "#kernel/ids";
import type { Caller } from "#tests/support/client";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { AT_MS, meetingRow } from "#tests/support/rows";
import { followingOf, rightsOf, type WayIn } from "../../../modules/meetings/meetings/rights.ts";

type Row = Readonly<Record<string, readonly string[]>>;

/** Returns the table of the document under a heading: of each row the values of its columns. */
async function tableUnder(heading: string): Promise<readonly Row[]> {
	const [, section = ""] = (await Bun.file("docs/meeting-access.md").text()).split(`\n## ${heading}\n`);
	const lines = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
	const [names = [], , ...rows] = lines.map((line) =>
		line
			.slice(1, -1)
			.split("|")
			.map((cell) => cell.trim()),
	);
	return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? "").split(", ")])));
}

const RIGHTS = await tableUnder("Rights");
const OPERATIONS = await tableUnder("Operations");
const RECORDS = await tableUnder("Recordings, transcripts and live captions");

/** Returns a column of the first row that matches. */
function lookUp(table: readonly Row[], facts: Readonly<Record<string, string>>, column: string): string {
	const isMatch = (row: Row) =>
		Object.entries(facts).every(([name, value]) => row[name]?.some((each) => each === "any" || each === value));
	const found = table.find(isMatch)?.[column]?.[0];
	if (found === undefined) throw new Error(`the table says nothing about ${JSON.stringify(facts)}`);
	return found;
}

const ALL_WAYS: readonly WayIn[] = ["administrator", "staff", "member", "outsider", "guest"];
const PLACES = ["manager", "host", "member", "viewer", "open", "closed"] as const;
type Place = (typeof PLACES)[number];
interface Participation {
	readonly role: ParticipantRole;
	readonly state: ParticipantState;
}
const PARTICIPATIONS: readonly (Participation | null)[] = [
	null,
	...(["participant", "host"] as const).flatMap((role) => PARTICIPANT_STATES.map((state) => ({ role, state }))),
];
const STATES = ["scheduled", "live", "ended", "cancelled"] as const;

/** What a caller is to a meeting. */
interface Standing {
	readonly way: WayIn;
	readonly isHost: boolean;
	readonly place: Place;
	readonly participation: Participation | null;
	readonly access: MeetingAccess;
}

function rightIn({ way, isHost, place, participation, access }: Standing): string {
	const state = participation === null ? "none" : participation.state;
	const facts = {
		"Way in": way,
		Host: isHost ? "yes" : "no",
		Workspace: place,
		Participation: participation?.role === "host" ? `co-host ${state}` : state,
		Access: access,
	};
	return lookUp(RIGHTS, facts, "Rights");
}

const roleAt = (place: Place): WorkspaceRole | null => (place === "open" || place === "closed" ? null : place);
const NEEDS = ["see", "enter", "run"];
/** Returns the status of an operation for somebody who has a right. */
function expected(way: WayIn, right: string, operation: Row, state: string): number {
	const [need = ""] = operation.Right ?? [];
	if (way === "guest" && state === "ended") return 403;
	if (need === "run" && (way === "outsider" || way === "guest")) return 403;
	if (right === "none") return 404;
	return NEEDS.indexOf(right) < NEEDS.indexOf(need) ? 403 : Number(operation[state]?.[0]);
}

test("the decision is the one in the table, for everything that a caller can be to a meeting", () => {
	const wrong: string[] = [];
	let count = 0;
	for (const way of ALL_WAYS)
		for (const isHost of [true, false])
			for (const place of PLACES)
				for (const participation of PARTICIPATIONS)
					for (const access of MEETING_ACCESS) {
						const relation = {
							visibility: place === "open" ? "org" : "private",
							role: roleAt(place),
							participantState: participation?.state ?? null,
							participantRole: participation?.role ?? null,
						} as const;
						const rights = rightsOf(way, "usr_me", { hostId: isHost ? "usr_me" : "usr_other", access }, relation);
						const { canSee, canEnter, canRun } = rights;
						const decided = canRun ? "run" : canEnter ? "enter" : canSee ? "see" : "none";
						const right = rightIn({ way, isHost, place, participation, access });
						if (decided !== right)
							wrong.push(JSON.stringify({ way, isHost, place, participation, access, decided, right }));
						for (const isClosed of [true, false])
							for (const isAdmitted of [true, false]) {
								const facts = { "Way in": way, Right: right, Closed: isClosed ? "yes" : "no" };
								const captions = lookUp(RECORDS, facts, "Captions");
								const shown = followingOf(way, rights, isClosed, isAdmitted).replace("_", " ");
								const meant = captions === "all" || isAdmitted ? captions.replace("in the room", "all") : "none";
								if (shown !== meant) wrong.push(JSON.stringify({ ...facts, isAdmitted, shown, meant }));
								count++;
							}
					}

	expect(wrong).toEqual([]);
	expect(count).toBe(5 * 2 * 6 * 13 * 3 * 4);
});

const api = await useHarness();
const { guestIn, openMeeting } = guestsOf(api);
const owner = await api.createOrganization();
const people = {
	staff: await api.addMember(owner, "teacher"),
	member: await api.addMember(owner, "auditor"),
	outsider: await api.addMember(owner, "guest"),
};
const key = await owner.post(`/orgs/${owner.orgId}/api-keys`, {
	name: "K",
	scopes: ["org:read", "meeting:write"],
});
const workspaceAt = {} as Record<Place, string>;
for (const place of PLACES) {
	const { id } = await meetings.createWorkspace(owner, { visibility: place === "open" ? "org" : "private" });
	workspaceAt[place] = id;
	const role = roleAt(place);
	if (role) for (const { userId } of Object.values(people)) await meetings.join(owner, id, userId, role);
}

/** A meeting to which all people are the same. */
type Made = Omit<Standing, "way" | "isHost"> & { readonly id: string; readonly state: (typeof STATES)[number] };
const made: Made[] = [];
const orgId = owner.orgId;
await api.store.program.writing("change").tx(async (tx) => {
	for (const place of PLACES)
		for (const participation of PARTICIPATIONS)
			for (const access of MEETING_ACCESS)
				for (const state of STATES) {
					const row = meetingRow(orgId, workspaceAt[place], { state, access, hostId: owner.userId });
					await tx.insert(meetingsTable).values(row);
					made.push({ place, participation, access, state, id: row.id });
					if (participation === null) continue;
					const of = { orgId, meetingId: row.id, name: "A", version: 1, createdAtMs: AT_MS, updatedAtMs: AT_MS };
					for (const { userId } of Object.values(people))
						await tx.insert(participants).values({ ...of, ...participation, id: newId("par"), userId });
				}
});

type Request = readonly [method: string, path: (id: string) => string, body?: unknown];
const REQUESTS: Readonly<Record<string, Request>> = {
	read: ["GET", (id) => `/meetings/${id}`],
	calendar: ["GET", (id) => `/meetings/${id}/calendar`],
	chat: ["GET", (id) => `/meetings/${id}/chat`],
	participants: ["GET", (id) => `/meetings/${id}/participants`],
	attendance: ["GET", (id) => `/meetings/${id}/attendance`],
	consents: ["GET", (id) => `/meetings/${id}/consents`],
	records: ["GET", (id) => `/meetings/${id}/transcripts`],
	change: ["PATCH", (id) => `/meetings/${id}`, { title: "Other" }],
	start: ["POST", (id) => `/meetings/${id}/start`, {}],
	end: ["POST", (id) => `/meetings/${id}/end`, {}],
	cancel: ["POST", (id) => `/meetings/${id}/cancel`, {}],
	"renew code": ["POST", (id) => `/meetings/${id}/join-code`, {}],
	join: ["POST", (id) => `/meetings/${id}/join`, {}],
};

async function statusOf(by: Caller, operation: Row, id: string): Promise<number> {
	const [name = ""] = operation.Operation ?? [];
	if (name === "ticket") return (await by.post("/transcription/live/tickets", { meetingId: id })).status;
	const [method, path, body] = REQUESTS[name] ?? ["GET", () => "/nothing"];
	const isRun = operation.Right?.[0] === "run";
	const headers = isRun ? { "if-match": '"0"' } : {};
	return (await api.request(method, path(id), { token: by.token, headers, ...(body !== undefined && { body }) }))
		.status;
}

describe("every operation on a meeting in every state answers as the tables say", () => {
	test.each(["staff", "member", "outsider"] as const)(
		"to a person who comes as %s",
		async (way) => {
			const wrong: string[] = [];
			for (const meeting of made) {
				const right = rightIn({ ...meeting, way, isHost: false });
				// Access matters to the rights alone: the other operations follow from them.
				const asked = meeting.access === "workspace" ? OPERATIONS : OPERATIONS.slice(0, 1);
				for (const operation of asked) {
					const status = await statusOf(people[way], operation, meeting.id);
					const meant = expected(way, right, operation, meeting.state);
					if (status !== meant)
						wrong.push(JSON.stringify({ ...meeting, operation: operation.Operation, status, meant }));
				}
			}

			expect(wrong).toEqual([]);
		},
		120_000,
	);

	test("to administrators and API keys", async () => {
		for (const by of [owner, api.as(key.body.data.key)])
			for (const { id, state } of made.filter(({ access }) => access === "workspace").slice(0, 8))
				for (const operation of OPERATIONS.filter(
					({ Operation }) => !["join", "records", "ticket"].includes(Operation?.[0] ?? ""),
				))
					expect(await statusOf(by, operation, id)).toBe(expected("administrator", "run", operation, state));
	});

	test("to guests, in every state of theirs", async () => {
		const wrong: string[] = [];
		for (const state of ["live", "ended"] as const)
			for (const access of MEETING_ACCESS)
				for (const own of ["waiting", "admitted", "left", "refused", "removed"] as const) {
					const meeting = await openMeeting(owner);
					const guest = await guestIn(meeting);
					const { db } = api.store.program.writing("change");
					const ofGuest = and(eq(participants.orgId, orgId), eq(participants.id, guest.id));
					await db.update(participants).set({ state: own }).where(ofGuest);
					const isIt = and(eq(meetingsTable.orgId, orgId), eq(meetingsTable.id, meeting.id));
					await db.update(meetingsTable).set({ state, access }).where(isIt);
					const participation = { role: "guest", state: own } as const;
					const right = rightIn({ way: "guest", isHost: false, place: "closed", participation, access });
					const isOut = own === "refused" || own === "removed";
					// Those who wait see themselves alone, join to see whether they still wait, and connect to the lobby.
					const isOwn = ({ Operation = [] }: Row) =>
						own === "waiting" && ["participants", "consents", "join", "ticket"].includes(Operation[0] ?? "");
					for (const operation of OPERATIONS.filter((each) => !isOwn(each))) {
						const status = await statusOf(guest, operation, meeting.id);
						const meant = isOut ? 401 : expected("guest", right, operation, state);
						if (status !== meant)
							wrong.push(JSON.stringify({ state, access, own, operation: operation.Operation, status, meant }));
					}
				}

		expect(wrong).toEqual([]);
	});
});

test("a list has the meetings that the tables let a person see", async () => {
	for (const way of ["staff", "member"] as const) {
		const ids: string[] = [];
		for (let cursor = ""; ; ) {
			const { body } = await meetings.list(people[way], `limit=200${cursor}`);
			ids.push(...body.data.map(({ id }: { id: string }) => id));
			if (!body.page.hasMore) break;
			cursor = `&cursor=${body.page.nextCursor}`;
		}
		const seen = made.filter((meeting) => rightIn({ ...meeting, way, isHost: false }) !== "none");

		expect(ids.toSorted()).toEqual(seen.map(({ id }) => id).toSorted());
	}
});
