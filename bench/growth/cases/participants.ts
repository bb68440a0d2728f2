import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** A running meeting of the largest organization, which its host has joined. */
interface Room {
	readonly path: string;
	readonly code: string;
	/** Id of the host as a participant. */
	readonly host: string;
}

async function open({ ask, giantPath, owner: { token } }: Subject, body: object = {}): Promise<Room> {
	const made = await ask({ method: "POST", path: `${giantPath}/workspaces`, token, body: { name: "Physics" } });
	const path = `/workspaces/${made.data.id}/meetings`;
	const { data } = await ask({ method: "POST", path, token, body: { title: "Optics", access: "link", ...body } });
	const meeting = data.meeting as { readonly id: string; readonly joinUrl: string };
	const joined = await ask({ method: "POST", path: `/meetings/${meeting.id}/join`, token, body: {} });
	const [, code = ""] = meeting.joinUrl.split("#");
	return { path: `/meetings/${meeting.id}`, code, host: joined.data.id as string };
}

/** Joins as a guest. */
async function guestIn({ ask }: Subject, { code }: Room, n: number) {
	const joined = await ask({ method: "POST", path: "/meetings/join", body: { code, name: `Guest ${n}` } });
	return { token: joined.access_token as string, id: (joined.participant as { readonly id: string }).id };
}

/** Joins as so many guests, and makes a call for each. */
const forGuests = (
	operation: string,
	call: (path: string, guest: { readonly token: string; readonly id: string }, n: number) => Call,
	body: object = {},
): Case => ({
	operation,
	most: 100,
	async calls(subject, count) {
		const room = await open(subject, body);
		const guests = await Promise.all(times(count, (n) => guestIn(subject, room, n)));
		return guests.map((guest, n) => ({ token: subject.owner.token, ...call(room.path, guest, n) }));
	},
});

/** Makes calls on one meeting. */
const inRoom = (operation: string, call: (room: Room, n: number) => Call): Case => ({
	operation,
	most: 200,
	async calls(subject, count) {
		const room = await open(subject);
		return times(count, (n) => ({ token: subject.owner.token, ...call(room, n) }));
	},
});

/** Operations on the participants of meetings, their consent and their messages. */
export const PARTICIPANT_CASES: readonly Case[] = [
	{
		operation: "joinMeetingByCode",
		most: 100,
		async calls(subject, count) {
			const { code } = await open(subject);
			return times(count, (n) => ({ method: "POST", path: "/meetings/join", body: { code, name: `Guest ${n}` } }));
		},
	},
	{
		operation: "previewMeetingByCode",
		async calls(subject, count) {
			const { code } = await open(subject);
			return times(count, () => ({ method: "POST", path: "/meetings/join/preview", body: { code } }));
		},
	},
	inRoom("listParticipants", ({ path }) => ({ method: "GET", path: `${path}/participants` })),
	inRoom("getParticipant", ({ path, host }) => ({ method: "GET", path: `${path}/participants/${host}` })),
	inRoom("addParticipant", ({ path }, n) => ({
		method: "POST",
		path: `${path}/participants`,
		body: { email: `guest${n}@example.org` },
	})),
	{
		operation: "updateParticipant",
		most: 200,
		async calls(subject, count) {
			const { token } = subject.owner;
			const { path } = await open(subject);
			const body = { userId: subject.members[0]?.id };
			const { data } = await subject.ask({ method: "POST", path: `${path}/participants`, token, body });
			return times(count, (n) => ({
				method: "PATCH",
				path: `${path}/participants/${data.id}`,
				token,
				body: { role: n % 2 === 0 ? "host" : "participant" },
			}));
		},
	},
	forGuests(
		"admitParticipant",
		(path, { id }) => ({ method: "POST", path: `${path}/participants/${id}/admit`, body: {} }),
		{ lobby: true },
	),
	forGuests("removeParticipant", (path, { id }) => ({ method: "DELETE", path: `${path}/participants/${id}` })),
	inRoom("joinMeeting", ({ path }) => ({ method: "POST", path: `${path}/join`, body: {} })),
	forGuests("leaveMeeting", (path, { token }) => ({ method: "POST", path: `${path}/leave`, token, body: {} })),
	inRoom("listConsents", ({ path }) => ({ method: "GET", path: `${path}/consents` })),
	inRoom("getConsentSummary", ({ path }) => ({ method: "GET", path: `${path}/consents/summary` })),
	{
		operation: "setMeetingRecording",
		most: 200,
		async calls(subject, count) {
			const { token } = subject.owner;
			const { path, host } = await open(subject);
			const body = { kind: "recording", decision: "granted" };
			await subject.ask({ method: "PUT", path: `${path}/participants/${host}/consent`, token, body });
			return times(count, (n) => ({
				method: "POST",
				path: `${path}/recording`,
				token,
				body: { state: n % 2 === 0 ? "started" : "stopped" },
			}));
		},
	},
	forGuests("decideConsent", (path, { token, id }) => ({
		method: "PUT",
		path: `${path}/participants/${id}/consent`,
		token,
		body: { kind: "recording", decision: "granted" },
	})),
	inRoom("listAttendance", ({ path }) => ({ method: "GET", path: `${path}/attendance` })),
	{
		operation: "correctAttendance",
		most: 200,
		async calls(subject, count) {
			const { owner, ask, parley } = subject;
			const { token } = owner;
			const { path, host } = await open(subject);
			await ask({ method: "POST", path: `${path}/end`, token, body: {} });
			await parley.services.jobs.runDue("attendance.finish");
			return times(count, (n) => ({
				method: "PATCH",
				path: `${path}/attendance/${host}`,
				token,
				body: { status: "present", reason: `Reason ${n}` },
			}));
		},
	},
	inRoom("listChatMessages", ({ path }) => ({ method: "GET", path: `${path}/chat` })),
	inRoom("sendChatMessage", ({ path }, n) => ({ method: "POST", path: `${path}/chat`, body: { text: `${n}` } })),
	{
		operation: "deleteChatMessage",
		most: 100,
		async calls(subject, count) {
			const { path } = await open(subject);
			const { token } = subject.owner;
			const sent = await Promise.all(
				times(count, (n) => subject.ask({ method: "POST", path: `${path}/chat`, token, body: { text: `${n}` } })),
			);
			return sent.map(({ data }) => ({ method: "DELETE", path: `${path}/chat/${data.id}`, token }));
		},
	},
	{
		...forGuests("listChatMessages", (path, { token }) => ({ method: "GET", path: `${path}/chat`, token })),
		variant: "as a guest",
	},
];
