import { meetingEnded } from "#modules/meetings/meetings";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createAttendanceEnd, FINISH } from "./end.ts";
import { facts } from "./facts.ts";
import { eraseAttendee } from "./repository/erasure.ts";
import { rowsOfAttendance } from "./repository/rows.ts";
import { stretchesIn } from "./repository/stretches.ts";
import { createRoomLog, type RoomLog } from "./room-log.ts";
import { attendanceRoutes } from "./routes.ts";
import { createSeriesAttendanceService } from "./series-service.ts";
import { createAttendanceService } from "./service.ts";

/** How often it is stored who has come and gone, in ms. */
const TICK_MS = 1_000;

/** Creates the module of who was in meetings; modules/transcripts/live says who is connected. */
export function createAttendanceModule(core: Core): Contribution & { readonly roomLog: RoomLog } {
	const roomLog = createRoomLog(core);
	const end = createAttendanceEnd({ ...core, roomLog });
	core.jobs.handle(FINISH, end.finish);
	return {
		roomLog,
		facts,
		routes: attendanceRoutes(createAttendanceService(core), createSeriesAttendanceService(core)),
		reactions: [at(meetingEnded, end.onMeetingEnded)],
		periodicTasks: [
			{ everyMs: TICK_MS, work: roomLog.tick, failureMessage: "who is in rooms could not be stored; trying again" },
		],
		erasePerson: {
			attendance: (inPortions, person) =>
				inPortions((tx, limit) => eraseAttendee(core.store.acrossTenants.within(tx), person, limit)),
		},
		async eraseMeeting(tx, orgId, meetingId, limit) {
			const key = { orgId, meetingId };
			const removed = await stretchesIn.remove(tx, key, limit);
			return removed < limit ? removed + (await rowsOfAttendance.remove(tx, key, limit - removed)) : removed;
		},
		purgeArtifact: {
			attendance: {
				purge: ({ tx }, { orgId, ownerId: meetingId }, limit) =>
					rowsOfAttendance.remove(tx, { orgId, meetingId }, limit),
			},
		},
	};
}
