/** What the pictures of `bun run screens` show besides the demo data: a term with its attendance, deliveries, a meeting that is on. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { newId } from "#kernel/ids";
import { done } from "#tests/support/school";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEKS = 4;
const LESSON_MS = 45 * MINUTE_MS;
const PASSWORD = "correct horse battery staple";
const NEWCOMERS = ["Aisha Rahman", "Ben Carter", "Chiara Conti", "Diego Morales", "Emil Novák", "Freya Lind"];

/** The school of the demo data, as its teacher sees it. */
export interface School {
	readonly base: string;
	/** Where the data of the server is. */
	readonly folder: string;
	readonly orgId: string;
	readonly workspaceId: string;
	readonly owner: string;
	readonly teacher: string;
}

interface Person {
	readonly userId: string;
	readonly name: string;
}

type Row = Record<string, string | number | null>;

const signIn = async ({ base, orgId }: School, email: string): Promise<string> =>
	(await done(base, "POST", "/auth/login", { body: { email, password: PASSWORD, orgId } })).access_token;

/** Adds students to the school and its workspace, and returns all of them. */
async function addStudents(school: School): Promise<Person[]> {
	const { base, orgId, workspaceId } = school;
	const token = await signIn(school, school.owner);
	for (const name of NEWCOMERS) {
		const email = `${name
			.toLowerCase()
			.normalize("NFD")
			.replace(/[^a-z ]/g, "")
			.replace(" ", ".")}.10b@greenvalley.example`;
		const invitation = await done(base, "POST", `/orgs/${orgId}/invitations`, {
			token,
			body: { email, role: "student" },
		});
		const body = { name, password: PASSWORD };
		const { userId } = await done(base, "POST", `/auth/invitations/${invitation.token}/accept`, { body });
		await done(base, "POST", `/workspaces/${workspaceId}/members`, { token, body: { userId, role: "member" } });
	}
	return done(base, "GET", `/orgs/${orgId}/members?role=student`, { token });
}

/** Creates a series whose first weeks are over. */
async function createSeries(school: School): Promise<{ id: string; startMs: number }> {
	const { base, workspaceId } = school;
	const start = new Date(Date.now() - WEEKS * 7 * DAY_MS);
	start.setUTCHours(9, 30, 0, 0);
	start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 5) % 7));
	const times = { startsAt: start.toISOString().slice(0, 19), timezone: "Europe/London", durationMinutes: 45 };
	const rule = "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=16";
	const { id } = await done(base, "POST", `/workspaces/${workspaceId}/series`, {
		token: await signIn(school, school.teacher),
		body: { title: "Waves and light", description: "Physics 10b, the second half of the term.", rule, ...times },
	});
	return { id, startMs: start.getTime() };
}

/** How long a student was in a lesson, in minutes from its start and to its end, and what that means. */
function presenceOf(student: number, lesson: number): { from: number; to: number; measured: string } {
	const luck = (student * 7 + lesson * 5) % 17;
	if (luck === 3) return { from: 9, to: 45, measured: "late" };
	if (luck === 8) return { from: 0, to: 31, measured: "left_early" };
	if (luck === 12 || (student === 3 && lesson === 4)) return { from: 0, to: 0, measured: "absent" };
	return { from: luck % 4, to: 45, measured: "present" };
}

/** Adds a term: a series with lessons that were held. Returns the series, and the last of these lessons. */
export async function addTerm(school: School): Promise<{ seriesId: string; lessonId: string }> {
	const students = await addStudents(school);
	const { id: seriesId, startMs } = await createSeries(school);
	const database = open(school);
	const example = row(database, "select * from meetings where series_id = ? limit 1", seriesId);
	let lessonId = "";
	for (let week = 0; week < WEEKS; week++)
		for (const [half, days] of [0, 2].entries()) {
			const atMs = startMs + (week * 7 + days) * DAY_MS;
			if (atMs > Date.now() - DAY_MS) continue;
			const known = row(
				database,
				"select id from meetings where series_id = ? and occurrence_at_ms = ?",
				seriesId,
				atMs,
			);
			lessonId = String(known.id ?? newId("mtg"));
			hold(database, { ...example, id: lessonId }, atMs, students, week * 2 + half);
		}
	database.close();
	return { seriesId, lessonId };
}

/** Adds a lesson that was held, and who was there. */
function hold(database: Database, meeting: Row, atMs: number, students: readonly Person[], lesson: number): void {
	const owned = { org_id: String(meeting.org_id), meeting_id: String(meeting.id) };
	const occurrence = new Date(atMs).toISOString();
	const [scheduled_start_at_ms, starts_at_ms, started_at_ms, occurrence_at_ms] = [atMs, atMs, atMs, atMs];
	const [scheduled_end_at_ms, ended_at_ms] = [atMs + LESSON_MS, atMs + LESSON_MS];
	put(database, "meetings", {
		...meeting,
		...{ scheduled_start_at_ms, starts_at_ms, started_at_ms, occurrence_at_ms, scheduled_end_at_ms, ended_at_ms },
		...{ state: "ended", occurrence, duration_ms: LESSON_MS, created_at_ms: atMs, updated_at_ms: ended_at_ms },
	});
	const thresholds = { late_after_minutes: 5, left_early_minutes: 5, present_percent: 50, ready_at_ms: ended_at_ms };
	put(database, "attendance_sheets", { ...owned, ...thresholds });
	put(database, "artifacts", {
		...{ ...owned, id: newId("art"), class: "transcripts", owner_type: "attendance" },
		...{ owner_id: owned.meeting_id, blob_id: null, size_bytes: 0 },
		...{ created_at_ms: ended_at_ms, clock_starts_at_ms: ended_at_ms, purge_started_at_ms: null, deleted_at_ms: null },
	});
	for (const [at, { userId, name }] of students.entries()) {
		const { from, to, measured } = presenceOf(at, lesson);
		const [joined, left] = [atMs + from * MINUTE_MS, atMs + to * MINUTE_MS];
		const id = newId("par");
		put(database, "participants", {
			...{ ...owned, id, user_id: userId, name, email: null },
			...{ email_key: null, invite_hash: null, role: "participant", state: "left", joined_at_ms: joined },
			...{ left_at_ms: left, entered_at_seq: null, version: 1, created_at_ms: atMs, updated_at_ms: left },
		});
		const isExcused = measured === "absent" && at % 4 === 1;
		const correction = isExcused
			? { corrected: "present", reason: "Rehearsal of the school orchestra", corrected_at_ms: ended_at_ms }
			: { corrected: null, reason: null, corrected_at_ms: null };
		put(database, "attendance_rows", {
			...{ ...owned, participant_id: id, present_ms: left - joined },
			...{ intervals: JSON.stringify(to === 0 ? [] : [{ joinedAtMs: joined, leftAtMs: left }]), measured, version: 1 },
			corrected_by: isExcused ? String(meeting.host_id) : null,
			...correction,
		});
	}
}

/** Adds deliveries to the webhook of the school, and returns its id. */
export function addDeliveries(school: School): string {
	const database = open(school);
	const webhook = row(database, "select id from webhooks where org_id = ? limit 1", school.orgId);
	const events = database
		.query(
			"select id, type, sequence, occurred_at_ms from events where org_id = ? and (type like 'meeting.%' or type like 'org.member%' or type like 'series%') group by type order by sequence desc limit 9",
		)
		.all(school.orgId) as Row[];
	const kinds = JSON.stringify(["meeting.*", "org.member.*", "series.*"]);
	database.query("update webhooks set event_types = ? where id = ?").run(kinds, String(webhook.id));
	for (const [at, { id, type, sequence, occurred_at_ms: occurredAtMs }] of events.entries()) {
		const atMs = Number(occurredAtMs) - at * 23 * MINUTE_MS;
		const isRefused = at === 3;
		const durationMs = 64 + ((at * 37) % 90);
		const answer = isRefused
			? { status: 503, fault: "status", error: "The receiver answered 503.", excerpt: "Down for maintenance" }
			: { status: 200, fault: null, error: null, excerpt: "ok" };
		put(database, "webhook_deliveries", {
			...{ org_id: school.orgId, id: newId("dlv"), webhook_id: webhook.id ?? null, event_id: id ?? null },
			...{ event_type: type ?? null, sequence: sequence ?? null, state: isRefused ? "failed" : "succeeded" },
			attempts: JSON.stringify([{ atMs, durationMs, ...answer }]),
			...{ attempt_count: 1, tries: 1, next_attempt_at_ms: null, created_at_ms: atMs },
			ended_at_ms: atMs + durationMs,
		});
	}
	database.close();
	return String(webhook.id);
}

/** A meeting that is on. */
export interface Lesson {
	readonly id: string;
	readonly joinUrl: string;
	readonly captionsUrl: string;
	/** Adds lines to its captions. */
	say(...lines: readonly (readonly [speaker: string, text: string])[]): Promise<void>;
}

/** Starts a meeting with captions, which outside guests may join. */
export async function startLesson(school: School): Promise<Lesson> {
	const { base, workspaceId } = school;
	const token = await signIn(school, school.teacher);
	const ask = (path: string, body: object) => done(base, "POST", path, { token, body });
	const { meeting } = await ask(`/workspaces/${workspaceId}/meetings`, {
		...{ title: "How lenses make images", access: "link", language: "en-US", transcription: { live: true } },
		...{ whenUnattended: { action: "continue" } },
	});
	const { url } = await ask(`/meetings/${meeting.id}/caption-link`, {});
	return {
		id: meeting.id,
		joinUrl: meeting.joinUrl,
		captionsUrl: url,
		async say(...lines) {
			const segments = lines.map(([label, text]) => ({ speaker: { label }, text }));
			await ask(`/meetings/${meeting.id}/captions`, { segments });
		},
	};
}

/** Invites a person to the school, and returns the address of the page where the invitation is accepted. */
export async function inviteTeacher(school: School): Promise<string> {
	const body = { email: "jonas.weber@greenvalley.example", role: "teacher" };
	const token = await signIn(school, school.owner);
	return (await done(school.base, "POST", `/orgs/${school.orgId}/invitations`, { token, body })).acceptUrl;
}

const open = ({ folder }: School): Database => {
	const database = new Database(join(folder, "parley.db"));
	database.run("pragma busy_timeout = 5000");
	database.run("pragma foreign_keys = off");
	return database;
};

const row = (database: Database, query: string, ...values: (string | number)[]): Row =>
	(database.query(query).get(...values) as Row | null) ?? {};

function put(database: Database, table: string, values: Row): void {
	const names = Object.keys(values);
	const places = names.map(() => "?").join(", ");
	database
		.query(`insert or replace into ${table} (${names.join(", ")}) values (${places})`)
		.run(...Object.values(values));
}
