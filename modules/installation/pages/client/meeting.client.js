// Script of the page that the address of a meeting opens. Guests join by the code in the fragment, which no server or log
// sees; people with an account sign in; those who come from a learning-management system have joined already, and their token
// is in the fragment. Then it shows the captions of the meeting.
import { base, call, currentSession, fill, handleForms, show, signInForms } from "./page.js";

const PAUSE_MS = 3000;

const meetingId = location.pathname.split("/").at(-1);
const code = location.hash.slice(1);
const main = document.querySelector("main");
const list = main.querySelector('[data-list="captions"]');

/** `launch=` and the token of somebody who has joined; `launch` alone for those who are to come from there again. */
const [launch, launchedToken] = /^launch(?:=(.+))?$/.exec(code) ?? [];

let accessToken = launchedToken;
/** Joins again, in the same way as before. */
let joinAgain;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Joins, and shows what became of it. */
async function enter(join) {
	joinAgain = () => enter(join);
	try {
		const isWaiting = await join();
		show(isWaiting ? "waiting" : "room");
		if (!isWaiting) showTitle();
		void follow(isWaiting);
	} catch (problem) {
		if (problem.code === "state_conflict") show(problem.meta.state === "scheduled" ? "early" : "over");
		else if (problem.meta?.reason === "meeting_over") show("over");
		else if (["not_found", "forbidden"].includes(problem.code)) show("refused");
		else throw problem;
	}
}

const joinAs = (name) => async () => {
	const joined = await call("POST", "meetings/join", { code, ...(name && { name }) }, accessToken);
	accessToken = joined.access_token ?? accessToken;
	return joined.participant.state === "waiting";
};

/** Joins by the token: as a member, or as the guest that somebody is already. */
async function joinByToken() {
	const { data } = await call("POST", `meetings/${meetingId}/join`, {}, accessToken);
	return data.state === "waiting";
}

async function enterAsMember(session) {
	accessToken = session.access_token;
	await enter(code === "" ? joinByToken : joinAs(session.user.name));
}

const showTitle = () =>
	call("GET", `meetings/${meetingId}?fields=title`, undefined, accessToken).then(
		({ data }) => fill(data),
		() => undefined, // Guests may not see it.
	);

/** Adds a caption, or replaces it by its correction. */
function showCaption({ id, speaker, text: said, language }) {
	const item = document.createElement("li");
	item.id = id;
	item.lang = language ?? "";
	const name = Object.assign(document.createElement("strong"), { textContent: speaker?.label ?? "" });
	item.append(name, ` ${said}`);
	const before = document.getElementById(id);
	if (before) before.replaceWith(item);
	else list.append(item);
}

/** Reads an event stream to its end. Returns the id of the last event, and whether the meeting is over. */
async function readCaptions(body, after) {
	let [lastId, rest, isOver] = [after, "", false];
	const reader = body.pipeThrough(new TextDecoderStream()).getReader();
	for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
		const blocks = (rest + value).split("\n\n");
		rest = blocks.pop();
		for (const block of blocks) {
			const lines = block.split("\n");
			const read = (field) => lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
			lastId = read("id") ?? lastId;
			const event = JSON.parse(read("data") ?? "{}");
			if (event.type === "final") showCaption(event.segment);
			if (event.type === "closed") isOver = true;
		}
	}
	return { lastId, isOver };
}

function openStream(lastId) {
	const headers = { accept: "text/event-stream", authorization: `Bearer ${accessToken}` };
	if (lastId !== "") headers["last-event-id"] = lastId;
	return fetch(`${base}/transcription/live?meetingId=${meetingId}&interim=false`, { headers });
}

/**
 * What becomes of somebody who is refused the captions: the step to show; null: they come back. To those who wait there is
 * no such meeting yet.
 */
async function stepAfter(response, waits) {
	const { code: problem, meta = {} } = (await response.json()).error;
	if (problem === "token_expired") accessToken = (await currentSession())?.access_token ?? accessToken;
	if (meta.reason === "meeting_over") return "over";
	if (problem === "not_found") return waits ? null : "refused";
	return ["token_revoked", "session_revoked"].includes(problem) ? "refused" : null;
}

/** Follows the captions until the meeting is over, or until whoever waits is let in or refused. */
async function follow(isWaiting) {
	const silent = main.querySelector('[data-case="silent"]');
	let [waits, lastId] = [isWaiting, ""];
	for (;;) {
		const response = await openStream(lastId).catch(() => null);
		if (response?.status === 204) return show("over");
		if (response && !response.ok) {
			const step = await stepAfter(response, waits);
			if (step) return show(step);
		}
		silent.hidden = response?.ok === true;
		if (response?.ok) {
			if (waits) show("room");
			if (waits) void showTitle();
			waits = false;
			const seen = await readCaptions(response.body, lastId).catch(() => ({ lastId, isOver: false }));
			if (seen.isOver) return show("over");
			lastId = seen.lastId;
		}
		await pause();
	}
}

async function leave() {
	await call("POST", `meetings/${meetingId}/leave`, {}, accessToken);
	location.reload();
}

handleForms({
	join: ({ name }) => enter(joinAs(name)),
	...signInForms(enterAsMember),
	again: () => joinAgain(),
	leave,
});
if (launch) {
	show("launch");
	// Whoever sees the token would be its guest.
	history.replaceState(null, "", "#launch");
	if (launchedToken) await enter(joinByToken);
} else if (code === "") {
	show("signIn");
	const session = await currentSession();
	if (session) await enterAsMember(session);
}
