import { type AttendanceRow, attendanceOf } from "./attendance.ts";
import type { Cast } from "./cast.ts";
import type { Caller } from "./client.ts";
import type { Harness } from "./harness.ts";
import { meetings } from "./meetings.ts";

/** Minutes for which the lessons of {@link seriesAttendanceOf} last. */
export const LESSON_MINUTES = 10;

/** Holds the lessons of series, and reads how they were attended. */
export function seriesAttendanceOf<Name extends string>(api: Harness, cast: Cast<Name | "owner" | "teacher">) {
	const { enter, leave, end, minutes } = attendanceOf(api);

	const read = (by: Caller, seriesId: string, query = "", headers: Record<string, string> = {}) =>
		by.get(`/series/${seriesId}/attendance${query}`, { headers });

	return {
		read,

		/** Holds a lesson of ten minutes, in which these people were for so many minutes from its start. */
		async held(id: string, spent: Partial<Readonly<Record<Name, number>>>): Promise<AttendanceRow[]> {
			await cast.renew();
			const started = await meetings.move(cast.of.teacher, id, "start");
			if (started.status !== 200) throw new Error(`starting failed: ${started.text}`);
			const here = [];
			for (const [name, spentMinutes] of Object.entries(spent) as [Name, number][])
				here.push({ ...(await enter(cast.of[name], { id })), spentMinutes });
			for (let minute = 1; minute <= LESSON_MINUTES; minute++) {
				minutes(1);
				const leaving = here.filter(({ spentMinutes }) => spentMinutes === minute && minute < LESSON_MINUTES);
				if (leaving.length > 0) await leave(cast.of.owner, { id }, ...leaving);
			}
			const rows = await end(cast.of.owner, { id });
			for (const { socket } of here) socket.close();
			await cast.renew();
			return rows;
		},

		/** Returns the attendance of a series. */
		async table(by: Caller, seriesId: string, query = ""): Promise<AttendanceRow> {
			const answer = await read(by, seriesId, query);
			if (answer.status !== 200) throw new Error(`reading failed: ${answer.text}`);
			return answer.body.data;
		},

		/** Returns the lines of its file, each by the names of the columns. */
		async lines(by: Caller, seriesId: string, query = ""): Promise<Record<string, string>[]> {
			const { status, text } = await read(by, seriesId, query, { accept: "text/csv" });
			if (status !== 200) throw new Error(`reading failed: ${text}`);
			const [header = "", ...lines] = text.trimEnd().split("\r\n");
			const names = header.split(",");
			return lines.map((line) => {
				const cells = line.slice(1, -1).split('","');
				return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
			});
		},

		rowOf: (table: AttendanceRow, { userId }: { readonly userId: string }): AttendanceRow =>
			table.rows.find((row: AttendanceRow) => row.userId === userId),
	};
}
