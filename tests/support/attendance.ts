import type { Caller, OrgCaller } from "./client.ts";
import { guestsOf, type OpenMeeting } from "./guests.ts";
import type { Harness, TestResponse } from "./harness.ts";
import { type LiveSocket, openSocket } from "./live.ts";
import { until } from "./until.ts";

/** A row of attendance, untyped for tests. */
export type AttendanceRow = TestResponse["body"];

export const MINUTE_MS = 60_000;

/** A participant who is in the room. */
interface InRoom {
	/** Of the participant. */
	readonly id: string;
	readonly socket: LiveSocket;
}

/** Lets people come and go in meetings of a served harness, and reads their attendance. */
export function attendanceOf(api: Harness) {
	const guests = guestsOf(api);

	const read = (by: Caller, { id }: Pick<OpenMeeting, "id">, query = "", headers: Record<string, string> = {}) =>
		by.get(`/meetings/${id}/attendance${query}`, { headers });

	async function rows(by: Caller, meeting: Pick<OpenMeeting, "id">): Promise<AttendanceRow[]> {
		const answer = await read(by, meeting, "?limit=200");
		if (answer.status !== 200) throw new Error(`reading failed: ${answer.text}`);
		return answer.body.data;
	}

	/** Opens a connection, and waits until its person is in the room. */
	async function connect(by: Caller, { id: meetingId }: Pick<OpenMeeting, "id">): Promise<LiveSocket> {
		const socket = await openSocket(api.url, { meetingId, token: by.token });
		await socket.next("room");
		return socket;
	}

	return {
		...guests,
		read,
		rows,
		connect,
		minutes: (count: number) => api.advanceMs(count * MINUTE_MS),

		rowOf: async (by: Caller, meeting: Pick<OpenMeeting, "id">, participantId: string): Promise<AttendanceRow> =>
			(await rows(by, meeting)).find((row) => row.participantId === participantId),

		/** Lets a person in, and returns their participant and their connection. */
		async enter(by: Caller, meeting: Pick<OpenMeeting, "id">): Promise<InRoom> {
			const { id } = await guests.join(by, meeting);
			return { id: String(id), socket: await connect(by, meeting) };
		},

		/** Closes connections, and waits until attendance knows that their people are gone. */
		async leave(seenBy: Caller, meeting: Pick<OpenMeeting, "id">, ...people: readonly InRoom[]) {
			const nowMs = api.nowMs();
			for (const { socket } of people) socket.close();
			await Promise.all(people.map(({ socket }) => socket.closed));
			// What lasts is shown up to now: a moment later, only what is over stays behind.
			api.advanceMs(1);
			await until(async () => {
				const known = await rows(seenBy, meeting);
				return people.every(({ id }) => {
					const row = known.find(({ participantId }) => participantId === id);
					return Date.parse(row?.intervals.at(-1)?.leftAt) === nowMs;
				});
			});
		},

		/** Ends a meeting, and returns its final attendance. */
		async end(by: OrgCaller, meeting: Pick<OpenMeeting, "id">): Promise<AttendanceRow[]> {
			const ended = await by.post(`/meetings/${meeting.id}/end`, {});
			if (ended.status !== 200) throw new Error(`ending failed: ${ended.text}`);
			await until(async () => (await readyEvents(by, meeting)).length > 0);
			return rows(by, meeting);
		},

		readyEvents: (by: OrgCaller, meeting: Pick<OpenMeeting, "id">) => readyEvents(by, meeting),
	};

	async function readyEvents(by: OrgCaller, { id }: Pick<OpenMeeting, "id">): Promise<AttendanceRow[]> {
		const { body } = await by.get(`/orgs/${by.orgId}/events?types=attendance.ready&limit=200`);
		return body.data.filter((event: AttendanceRow) => event.data.object.meetingId === id);
	}
}
