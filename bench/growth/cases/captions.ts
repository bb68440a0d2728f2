import { type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** Creates a running meeting and returns its path. */
async function liveMeeting({ ask, giantPath, owner: { token } }: Subject): Promise<string> {
	const workspace = await ask({
		method: "POST",
		path: `${giantPath}/workspaces`,
		token,
		body: { name: "Physics", kind: "class" },
	});
	const body = { title: "Optics", transcription: { live: true } };
	const made = await ask({ method: "POST", path: `/workspaces/${workspace.data.id}/meetings`, token, body });
	return `/meetings/${(made.data.meeting as { id: string }).id}`;
}

/** Creates the caption address of a running meeting, and returns its path and its query. */
async function newAddress(subject: Subject) {
	const path = `${await liveMeeting(subject)}/caption-address`;
	const { data } = await subject.ask({ method: "POST", path, token: subject.owner.token, body: {} });
	const { pathname, search } = new URL(String(data.url));
	return { path, pathname, search };
}

/** Creates the captions link of a running meeting, and returns the path of the link and its secret. */
async function newLink(subject: Subject) {
	const path = `${await liveMeeting(subject)}/caption-link`;
	const { data } = await subject.ask({ method: "POST", path, token: subject.owner.token, body: {} });
	return { path, link: String(data.url).split("/").at(-1) };
}

/** Operations on captions. */
export const CAPTION_CASES: readonly Case[] = [
	{
		operation: "pushCaptions",
		async calls(subject, count) {
			const path = `${await liveMeeting(subject)}/captions`;
			const body = { segments: [{ text: "Light bends." }] };
			return times(count, () => ({ method: "POST", path, token: subject.owner.token, body }));
		},
	},
	{
		operation: "createCaptionAddress",
		async calls(subject, count) {
			const path = `${await liveMeeting(subject)}/caption-address`;
			return times(count, () => ({ method: "POST", path, token: subject.owner.token, body: {} }));
		},
	},
	{
		operation: "deleteCaptionAddress",
		most: 20,
		async calls(subject, count) {
			const made = await Promise.all(times(count, () => newAddress(subject)));
			return made.map(({ path }) => ({ method: "DELETE", path, token: subject.owner.token }));
		},
	},
	{
		operation: "createCaptionLink",
		async calls(subject, count) {
			const path = `${await liveMeeting(subject)}/caption-link`;
			return times(count, () => ({ method: "POST", path, token: subject.owner.token, body: {} }));
		},
	},
	{
		operation: "getCaptionLink",
		async calls(subject, count) {
			const { path } = await newLink(subject);
			return times(count, () => ({ method: "GET", path, token: subject.owner.token }));
		},
	},
	{
		operation: "deleteCaptionLink",
		most: 20,
		async calls(subject, count) {
			const made = await Promise.all(times(count, () => newLink(subject)));
			return made.map(({ path }) => ({ method: "DELETE", path, token: subject.owner.token }));
		},
	},
	{
		operation: "createCaptionReaderTicket",
		async calls(subject, count) {
			const { link } = await newLink(subject);
			return times(count, () => ({ method: "POST", path: "/transcription/live/reader-tickets", body: { link } }));
		},
	},
	{
		operation: "postCaption",
		async calls(subject, count) {
			const { pathname, search } = await newAddress(subject);
			const raw = new TextEncoder().encode("Light bends.");
			const headers = { "content-type": "text/plain" };
			return times(count, (n) => ({ method: "POST", path: `${pathname}${search}&seq=${n}`, raw, headers }));
		},
	},
	{
		operation: "getCaptionSeq",
		async calls(subject, count) {
			const { pathname, search } = await newAddress(subject);
			return times(count, () => ({ method: "GET", path: `${pathname}/seq${search}` }));
		},
	},
];
