/**
 * Follows a lesson with live captions. A teacher and a student speak over WebSockets in real time; three readers follow
 * (a WebSocket, an event stream, and one whose network fails), with a translation into Spanish. Afterwards it prints the
 * summary with its citations, and searches for the second at which something was said.
 *
 *   bun run build
 *   bun examples/live-class.ts                   # one server on SQLite
 *   bun examples/live-class.ts --two-instances   # two servers on Postgres and Redis; speakers and readers on both
 *
 * Requires flite and Vosk's model, and says how to install what is missing; apertium-apy for the translation, which is
 * left out without it.
 */
import { connect, type Message, type Place, Reader, readSocket, readStream } from "./live-class/readers.ts";
import { assertInstalled } from "./live-class/requirements.ts";
import { startServers } from "./live-class/servers.ts";
import { type Line, sayInto, speakAloud } from "./live-class/voices.ts";

const TEACHER = { name: "Ms. Rivera", email: "rivera@school.example", password: "a perfectly long password" };
const STUDENT = "Sam";
const LESSON: readonly Line[] = [
	{ who: TEACHER.name, text: "Good morning everyone, let us start with the history of the old bridge." },
	{ who: STUDENT, text: "Who built the bridge, and how long did it take?" },
	{ who: TEACHER.name, text: "A young engineer from the city built it in four years." },
	{ who: STUDENT, text: "Why did the first bridge fall into the river?" },
	{ who: TEACHER.name, text: "The water was too strong, and the stones were too small." },
	{ who: TEACHER.name, text: "We decided to visit the museum next Thursday." },
	{ who: STUDENT, text: "I will write the report about the museum by Friday." },
	{ who: TEACHER.name, text: "Please remember to read chapter five before the next lesson." },
];
const LANGUAGE = "es";
/** How long the third reader is offline, in ms. */
const OFFLINE_MS = 9_000;

/** A response of the API, as far as this example reads it. */
interface Answer<Data> {
	readonly data?: Data;
	readonly error?: { readonly code: string; readonly detail: string };
}

interface Named {
	readonly id: string;
}

interface SignedIn {
	readonly access_token: string;
}

interface Segment extends Named {
	readonly startMs: number;
	readonly text: string;
	readonly speaker: { readonly label: string };
}

/** A statement of a summary, and the segments it cites. */
interface Point {
	readonly text: string;
	readonly segmentIds: readonly string[];
}

/** A segment that a search has found. */
interface Hit extends Omit<Segment, "id"> {
	readonly segmentId: string;
	readonly snippet: string;
}

interface Meeting extends Named {
	readonly title: string;
	readonly joinUrl: string;
	readonly artifacts: { readonly transcript: { readonly state: string; readonly transcriptId: string } };
}

interface Summary {
	readonly state: string;
	readonly overview: string;
	readonly keyPoints: readonly Point[];
	readonly decisions: readonly Point[];
	readonly questions: readonly Point[];
	readonly engine: { readonly engine: string; readonly model: string };
}

const areTwo = process.argv.includes("--two-instances");
assertInstalled(areTwo);
const servers = await startServers(areTwo);
const [first = "", second = first] = servers.urls;

/** Sends a request and returns `data` of the response. */
async function call<Data>(
	method: string,
	path: string,
	{ token = "", body = undefined as unknown, base = first } = {},
): Promise<Data> {
	const response = await fetch(base + path, {
		method,
		headers: {
			...(token !== "" && { authorization: `Bearer ${token}` }),
			...(body !== undefined && { "content-type": "application/json" }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const answer = (await response.json()) as Answer<Data>;
	if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.code}: ${answer.error?.detail}`);
	return answer.data ?? (answer as Data); // Token responses have no envelope.
}

/** Polls until the expected result is there. */
async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
	for (let attempt = 0; attempt < 120; attempt++) {
		const found = await look();
		if (found !== undefined) return found;
		await Bun.sleep(500);
	}
	throw new Error(`no ${what} after a minute`);
}

const say = (text = ""): void => console.log(text);
const title = (text: string): void => say(`\n${text}\n${"─".repeat(text.length)}`);
const clock = (ms: number): string =>
	`${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

// ── The class ────────────────────────────────────────────────────────────────────────────────────────────────────────

const system = await call<SignedIn>("POST", "/auth/login", { body: servers.admin });
const { id: orgId, ownerInvitation } = await call<Named & { ownerInvitation: { token: string } }>("POST", "/orgs", {
	token: system.access_token,
	body: {
		name: "Green Valley High School",
		orgType: "education",
		ownerEmail: TEACHER.email,
		settings: { recordingConsent: "notify" },
		featureFlags: { realTimeTranslation: true },
	},
});
const { name, email, password } = TEACHER;
await call("POST", `/auth/invitations/${ownerInvitation.token}/accept`, { body: { name, password } });
const { access_token: token } = await call<SignedIn>("POST", "/auth/login", { body: { email, password } });
const workspace = await call<Named>("POST", `/orgs/${orgId}/workspaces`, {
	token,
	body: { name: "History", kind: "class" },
});
const { meeting } = await call<{ meeting: Meeting }>("POST", `/workspaces/${workspace.id}/meetings`, {
	token,
	body: {
		title: "The old bridge",
		kind: "class",
		access: "link",
		language: "en",
		transcription: { live: true, translateTo: [LANGUAGE] },
	},
});
const meetingId = meeting.id;
const [, code] = meeting.joinUrl.split("#");

/** Returns how the holder of a token reaches the meeting, on one of the servers. */
function placeOf(token: string, base: string): Place {
	const body = { meetingId };
	const ask = () => call<{ ticket: string }>("POST", "/transcription/live/tickets", { base, token, body });
	const ticket = async () => (await ask()).ticket;
	return { base, meetingId, ticket, translateTo: LANGUAGE };
}

/** Joins the meeting by its link, without an account. */
async function join(name: string, base: string): Promise<Place> {
	const { access_token } = await call<SignedIn>("POST", "/meetings/join", { base, body: { code, name } });
	return placeOf(access_token, base);
}

// ── Live captions ────────────────────────────────────────────────────────────────────────────────────────────────────

title(`“${meeting.title}”, ${servers.about}`);

const shown = new Set<string>();
let partials = 0;
function show({ type, segment, text }: Message): void {
	if (type === "partial") partials++;
	if (type === "translation") say(`                   ${LANGUAGE}: ${text}`);
	if (type !== "final") return;
	const again = shown.has(segment.id) ? " (heard again)" : "";
	shown.add(segment.id);
	say(`[${clock(segment.startMs)}] ${segment.speaker.label.padEnd(11)}  ${segment.text}${again}`);
}
const bySocket = new Reader("WebSocket", show);
const byStream = new Reader("event stream");
const byChance = new Reader("WebSocket with a gap");

await readSocket(bySocket, await join("Reader 1", first));
const streaming = readStream(byStream, await join("Reader 2", second));
const unstable = (base: string): Promise<Place> => join("Reader 3", base);
let socket = await readSocket(byChance, await unstable(first));
const gap = (async () => {
	await until("second caption", async () => (byChance.captions.size >= 2 ? true : undefined));
	socket.close();
	say("                   … reader 3 goes offline");
	await Bun.sleep(OFFLINE_MS);
	socket = await readSocket(byChance, await unstable(second));
	say(`                   … reader 3 is back, and resumes after event ${byChance.lastSeq}`);
})();

await call("POST", `/meetings/${meetingId}/join`, { token, body: {} });
const audio = [...speakAloud(LESSON)];
await Promise.all(
	audio.map(async ([who, samples], index) => {
		const base = index === 0 ? first : second;
		const microphone = await connect(who === TEACHER.name ? placeOf(token, base) : await join(who, base), "publish");
		const closed = new Promise((resolve) => microphone.addEventListener("close", resolve));
		microphone.addEventListener("message", ({ data }) => {
			const { type, state, message } = JSON.parse(String(data));
			if (type === "captions" && state !== "on") say(`${who.padEnd(18)} ${message}`);
		});
		microphone.send(JSON.stringify({ type: "start", encoding: "pcm_s16le", sampleRate: 16_000, language: "en" }));
		await sayInto(microphone, samples);
		microphone.send(JSON.stringify({ type: "stop" }));
		await closed;
	}),
);
await gap;
// The last translations arrive a moment later.
await Bun.sleep(2_000);
await call("POST", `/meetings/${meetingId}/end`, { token, body: {} });
await Promise.all([bySocket.finished, byStream.finished, byChance.finished, streaming]);

const readers = [bySocket, byStream, byChance];
const versions = new Set(readers.map(({ captions }) => JSON.stringify([...captions])));
title("What the three readers received");
for (const { name, captions, sequence } of readers) {
	const ordered = sequence.every((seq, index) => index === 0 || seq > (sequence[index - 1] ?? 0));
	const repeated = sequence.length - new Set(sequence).size;
	say(
		`${name.padEnd(21)} ${captions.size} captions, ${sequence.length} events, ${repeated} repeated, ${ordered ? "in order" : "OUT OF ORDER"}`,
	);
}
say(versions.size === 1 ? "All three have the same captions." : "THEY DIFFER.");
say(`The first one also saw ${partials} partials.`);

// ── Afterwards ───────────────────────────────────────────────────────────────────────────────────────────────────────

const transcriptId = await until("transcript", async () => {
	const { artifacts } = await call<Meeting>("GET", `/meetings/${meetingId}`, { token, base: second });
	return artifacts.transcript.state === "ready" ? artifacts.transcript.transcriptId : undefined;
});
const segments = await call<readonly Segment[]>("GET", `/transcripts/${transcriptId}/segments?limit=100`, { token });
const cite = (ids: readonly string[]): string =>
	segments
		.filter(({ id }) => ids.includes(id))
		.map(({ startMs, speaker }) => `${clock(startMs)} ${speaker.label}`)
		.join(", ");

title("Summary");
await call("POST", `/meetings/${meetingId}/summary`, { token, body: { level: "basic" } });
const summary = await until("summary", async () => {
	const found = await call<Summary>("GET", `/meetings/${meetingId}/summary`, { token });
	return found.state === "ready" ? found : undefined;
});
say(`${summary.overview}\n`);
for (const [name, points] of [
	["Key points", summary.keyPoints],
	["Decisions", summary.decisions],
	["Questions", summary.questions],
] as const) {
	if (points.length > 0) say(`${name}:`);
	for (const { text, segmentIds } of points) say(`  • ${text}  [${cite(segmentIds)}]`);
}
const actions = await call<readonly Point[]>("GET", `/meetings/${meetingId}/action-items`, { token });
if (actions.length > 0) say("Action items:");
for (const action of actions) say(`  • ${action.text}  [${cite(action.segmentIds)}]`);
say(`(by ${summary.engine.engine} ${summary.engine.model})`);

title("Search: muse* -thursday speaker:sam");
const query = new URLSearchParams({ q: "muse* -thursday speaker:sam", meetingId });
const hits = await until("hit", async () => {
	const found = await call<readonly Hit[]>("GET", `/transcripts/search?${query}`, { token, base: second });
	return found.length > 0 ? found : undefined;
});
for (const { segmentId, snippet, startMs, speaker } of hits) {
	// The page begins with what is still being said at that time: the hit is the one with its id.
	const page = await call<readonly Segment[]>("GET", `/transcripts/${transcriptId}/segments?fromMs=${startMs}`, {
		token,
	});
	say(`${speaker.label}: ${snippet}`);
	say(`  jump to ${clock(startMs)} → “${page.find(({ id }) => id === segmentId)?.text}”`);
}

title(`The transcript as subtitles, with lang=${LANGUAGE}`);
const translation = await until("translation", async () => {
	const [found] = await call<readonly { state: string }[]>("GET", `/transcripts/${transcriptId}/translations`, {
		token,
	});
	return found === undefined || found.state === "ready" ? (found ?? null) : undefined;
});
if (translation === null) say("(no translation engine)");
else {
	const headers = { authorization: `Bearer ${token}`, accept: "text/vtt" };
	say(await (await fetch(`${second}/transcripts/${transcriptId}?lang=${LANGUAGE}`, { headers })).text());
}

await servers.close();
process.exit(versions.size === 1 ? 0 : 1);
