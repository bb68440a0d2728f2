import { done, type Person } from "./school.ts";

/** Somebody who takes part in a live meeting. */
export interface Attendee {
	readonly name: string;
	/** Access token. */
	readonly token: string;
}

/** A live meeting at real servers. */
export interface LiveRoom {
	readonly meetingId: string;
	/** Its host. */
	readonly host: Person;
	/** Lets a guest in. @param base of the server that is asked */
	guest(base: string, name: string): Promise<Attendee>;
	/** Has captions said by the host. Resolves when they are stored, or sent if they are not final. */
	caption(base: string, texts: readonly string[], final?: boolean): Promise<void>;
	/** Ends the meeting. */
	end(base: string): Promise<void>;
}

/** Starts a live meeting with a link for guests, of whom no consent is asked. */
export async function openRoom(base: string, host: Person, more: Record<string, unknown> = {}): Promise<LiveRoom> {
	const { token } = host;
	const workspace = await done(base, "POST", `/orgs/${host.orgId}/workspaces`, { token, body: { name: "Live" } });
	const body = { title: "Live", access: "link", transcription: { live: true }, ...more };
	const { meeting } = await done(base, "POST", `/workspaces/${workspace.id}/meetings`, { token, body });
	const [, code] = String(meeting.joinUrl).split("#");
	let saidMs = 0;
	return {
		meetingId: meeting.id,
		host,
		async guest(at, name) {
			const { access_token } = await done(at, "POST", "/meetings/join", { body: { code, name } });
			return { name, token: access_token };
		},
		async caption(at, texts, final = true) {
			const segments = texts.map((text) => ({ startMs: saidMs++, endMs: saidMs, text, final }));
			await done(at, "POST", `/meetings/${meeting.id}/captions`, { token, body: { segments } });
		},
		end: (at) => done(at, "POST", `/meetings/${meeting.id}/end`, { token, body: {} }),
	};
}
