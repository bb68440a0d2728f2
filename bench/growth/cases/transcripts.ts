import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** Number of segments of each transcript. */
const SEGMENTS = 200;
const FILE = {
	segments: times(SEGMENTS, (n) => ({
		startMs: n * 3_000,
		endMs: n * 3_000 + 2_500,
		text: `Light bends at the edge of the prism, number ${n}.`,
		speaker: { id: `spk_01jd0z7v9gf2nbrexx3vqjhp4${n % 2}`, participantId: null, label: n % 2 ? "Ada" : "Bob" },
	})),
};

/** Creates meetings in a new workspace and returns their paths. */
async function createMeetings({ ask, giantPath, owner }: Subject, count: number): Promise<string[]> {
	const { token } = owner;
	const workspace = await ask({ method: "POST", path: `${giantPath}/workspaces`, token, body: { name: "Physics" } });
	const path = `/workspaces/${workspace.data.id}/meetings`;
	const made = times(count, () => ask({ method: "POST", path, token, body: { title: "Optics" } }));
	return (await Promise.all(made)).map(({ data }) => `/meetings/${(data.meeting as { readonly id: string }).id}`);
}

/** A transcript that was imported, with one of its segments and speakers. */
interface Imported {
	readonly meetingPath: string;
	readonly path: string;
	readonly segmentPath: string;
	readonly speakerPath: string;
}

async function importInto({ ask, owner: { token } }: Subject, meetingPath: string): Promise<Imported> {
	const { data } = await ask({ method: "PUT", path: `${meetingPath}/transcripts`, token, body: FILE });
	const path = `/transcripts/${data.id}`;
	const page = await ask({ method: "GET", path: `${path}/segments?limit=1`, token });
	const [segment] = page.data as unknown as readonly {
		readonly id: string;
		readonly speaker: { readonly id: string };
	}[];
	const segmentPath = `${path}/segments/${segment?.id}`;
	return { meetingPath, path, segmentPath, speakerPath: `${path}/speakers/${segment?.speaker.id}` };
}

/** Makes calls on one transcript. */
const onOne = (operation: string, variant: string | undefined, call: (imported: Imported) => Call): Case => ({
	operation,
	...(variant !== undefined && { variant }),
	async calls(subject, count) {
		const [meetingPath = ""] = await createMeetings(subject, 1);
		const imported = await importInto(subject, meetingPath);
		return times(count, () => ({ token: subject.owner.token, ...call(imported) }));
	},
});

/** Makes a call on a new transcript each. */
const onNew = (operation: string, call: (imported: Imported) => Call): Case => ({
	operation,
	most: 40,
	async calls(subject, count) {
		const paths = await createMeetings(subject, count);
		const imported = await Promise.all(paths.map((path) => importInto(subject, path)));
		return imported.map((each) => ({ token: subject.owner.token, ...call(each) }));
	},
});

const get = (path: string): Call => ({ method: "GET", path });

/** Operations on transcripts. */
export const TRANSCRIPT_CASES: readonly Case[] = [
	onOne("searchTranscripts", "a word", () => get("/transcripts/search?q=prism&limit=50")),
	onOne("searchTranscripts", "a phrase, by nobody", () =>
		get("/transcripts/search?q=%22edge+of+the%22+speaker:nobody"),
	),
	onOne("listTranscriptsOfMeeting", undefined, ({ meetingPath }) => get(`${meetingPath}/transcripts`)),
	onOne("getTranscript", undefined, ({ path }) => get(path)),
	onOne("getTranscript", "WebVTT", ({ path }) => get(`${path}?format=vtt`)),
	onOne("listSegments", "one page", ({ path }) => get(`${path}/segments?limit=50`)),
	onOne("listSegments", "from a moment", ({ path }) => get(`${path}/segments?limit=50&fromMs=300000`)),
	onOne("getSegment", undefined, ({ segmentPath }) => get(segmentPath)),
	onOne("listSegmentRevisions", undefined, ({ segmentPath }) => get(`${segmentPath}/revisions`)),
	onOne("listSpeakers", undefined, ({ path }) => get(`${path}/speakers`)),
	onOne("getSpeaker", undefined, ({ speakerPath }) => get(speakerPath)),
	{
		operation: "importTranscript",
		most: 40,
		async calls(subject, count) {
			const paths = await createMeetings(subject, count);
			const { token } = subject.owner;
			return paths.map((path) => ({ method: "PUT", path: `${path}/transcripts`, token, body: FILE }));
		},
	},
	onNew("updateSegment", ({ segmentPath }) => ({ method: "PATCH", path: segmentPath, body: { text: "Light ends." } })),
	onNew("updateSpeaker", ({ speakerPath }) => ({ method: "PATCH", path: speakerPath, body: { label: "Ada L." } })),
	onNew("deleteTranscript", ({ path }) => ({ method: "DELETE", path })),
];
