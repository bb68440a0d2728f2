import type { Page } from "playwright-core";
import { type Console, openConsole } from "./console-page.ts";
import { goToRoom, join, voiceOf } from "./room-page.ts";
import { done, foundSchool, PASSWORD } from "./school.ts";

/** The parts of a meeting that tests need. */
interface OpenMeeting {
	readonly id: string;
	readonly joinUrl: string;
}

/**
 * Opens a server with a school, whose owner hosts meetings, and a browser whose microphone is set by its flags.
 * @param start of the server, see `openConsole`
 */
export async function openRooms(
	env: Readonly<Record<string, string>>,
	flags: readonly string[],
	start?: Parameters<typeof openConsole>[2],
) {
	const ui: Console = await openConsole(env, flags, start);
	const { base } = ui;
	const host = await foundSchool(base);
	const { orgId, token, email } = host;
	const workspace = await done(base, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "History" } });
	const ask = (method: string, path: string, body?: object) => done(base, method, path, { token, body });

	return {
		ui,
		host,
		password: PASSWORD,
		/** Asks the API as the host. */
		ask,

		/** Creates a meeting that guests may join, with live captions. */
		async openMeeting(more: object = {}): Promise<OpenMeeting> {
			const body = { title: "The old bridge", access: "link", transcription: { live: true }, ...more };
			const { meeting } = await ask("POST", `/workspaces/${workspace.id}/meetings`, body);
			return { id: String(meeting.id), joinUrl: String(meeting.joinUrl) };
		},

		/** Creates a series of two meetings that are joined by one code. */
		async openSeries() {
			const startsAt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
			const times = { rule: "FREQ=DAILY;COUNT=2", startsAt, timezone: "UTC", durationMinutes: 45 };
			const body = { title: "The old bridge", access: "link", joinCode: "shared", ...times };
			const series: OpenMeeting = await ask("POST", `/workspaces/${workspace.id}/series`, body);
			const [first, second]: OpenMeeting[] = await ask("GET", `/series/${series.id}/meetings`);
			const move = (meeting: OpenMeeting, to: "start" | "end") => ask("POST", `/meetings/${meeting.id}/${to}`, {});
			return { series, first: first as OpenMeeting, second: second as OpenMeeting, move };
		},

		/** Brings the host, or another member, to the door, signed in, by the address without the code. */
		async bringHost({ id }: OpenMeeting, address = email): Promise<Page> {
			const page = await ui.open("sign-in");
			await page.getByLabel("E-mail address").fill(address);
			await page.getByLabel("Password").fill(PASSWORD);
			await page.keyboard.press("Enter");
			await page.getByRole("navigation").waitFor();
			await goToRoom(page, `${base}/meet/${id}?utm_source=mail`);
			await page.getByRole("heading", { level: 1, name: "The old bridge" }).waitFor();
			return page;
		},

		/** Has a guest knock, in a browser with a microphone of its own if there are flags. */
		async bringGuest({ joinUrl }: OpenMeeting, name: string, voice?: readonly string[]): Promise<Page> {
			const page = voice ? await ui.visitBeside("about:blank", voice) : await ui.visit("about:blank");
			await goToRoom(page, joinUrl);
			await join(page, { name });
			return page;
		},
	};
}

export type Rooms = Awaited<ReturnType<typeof openRooms>>;

/** Opens rooms whose people speak, and returns the flags of a second browser, in which another voice says something else. */
export async function openSpokenRooms(env: Readonly<Record<string, string>>) {
	const first = await voiceOf("slt", "Good morning everyone, let us start with the budget for next year.");
	const second = await voiceOf("rms", "The supplier has raised the price by twelve percent.");
	return { rooms: await openRooms(env, first), second };
}
