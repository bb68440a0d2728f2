import { AppError } from "#kernel/errors";
import type { RoomLog } from "#modules/meetings/attendance";
import { messageDeleted, messageSent } from "#modules/meetings/chat";
import { forwardingCounters, forwardingGauges, type MediaForwarder } from "#modules/meetings/forwarding";
import type { LiveAccessModule } from "#modules/meetings/live-access";
import { roomChanged } from "#modules/meetings/meetings";
import type { Unattended } from "#modules/meetings/unattended";
import { closedIn, findOrganization } from "#modules/tenancy/organization-records";
import type { Readers } from "#modules/transcripts/caption-links";
import type { Captions } from "#modules/transcripts/captions";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createAdmission } from "./admission.ts";
import { createCallers } from "./callers.ts";
import { createExchanges } from "./exchanges.ts";
import { facts } from "./facts.ts";
import { createHosts } from "./hosts.ts";
import { createLobby } from "./lobby.ts";
import { createMediaRooms } from "./media.ts";
import type { ChatSender, Identities, LiveFigures } from "./ports.ts";
import { createRooms } from "./room.ts";
import { createRoomWatches, factsKey } from "./room-watch.ts";
import { liveRoutes } from "./routes.ts";
import { createLiveService } from "./service.ts";
import { createSessions } from "./sessions.ts";
import type { LiveSocket } from "./socket.ts";
import { createThrottle } from "./throttle.ts";

/** How often slow readers are looked for, in ms. */
const SWEEP_MS = 250;
/** How often it is looked whether connections may go on, in ms. */
const LOOK_MS = 1_000;

interface LiveModuleDeps {
	readonly captions: Captions;
	readonly identities: Identities;
	readonly chat: ChatSender;
	readonly attendance: RoomLog;
	readonly access: LiveAccessModule;
	readonly readers: Readers;
	readonly unattended: Unattended;
	/** Null: no media worker is configured. */
	readonly forwarder: MediaForwarder | null;
}

/** The module, and what others use of it. */
interface LiveModule extends Contribution {
	/** The media worker, which runs while the server listens. */
	readonly forwarding: { start(): void; end(): void };
}

/** Creates the module of live connections: captions on their way to readers, audio to captions, and what people in a room exchange. */
export function createLiveModule(
	core: Core,
	{ captions, identities, chat, attendance, access, readers, unattended, forwarder }: LiveModuleDeps,
): LiveModule {
	const { store, clock, steadyMs, newId, sockets, bus, log, publicUrl, corsOrigins } = core;
	const figures: LiveFigures = { streams: 0, held: 0, cutOff: 0 };
	const open = new Set<LiveSocket>();
	const callers = createCallers({ ...core, identities, readers });
	const sessions = createSessions({ captions, bus, sockets, log, refusalOf: createRefusals(core) });
	const media = createMediaRooms({ ...core, forwarder });
	const rooms = createRooms({ ...core, watches: createRoomWatches(core), media });
	const lobby = createLobby({ ...core, identities, readers });
	const throttle = createThrottle(core);
	const hosts = createHosts({ unattended, steadyMs, log, draining: sockets.draining });
	const exchanges = createExchanges({ rooms, media, chat, attendance, hosts });
	const admission = createAdmission({
		store,
		retention: core.retention,
		reads: core.reads,
		callers,
		sessions,
		captions,
		throttle,
		log,
		draining: sockets.draining,
		connections: core.connections,
	});
	const service = createLiveService({
		store,
		throttle,
		identities,
		access,
		admission,
		lobby,
		socketDeps: { clock, steadyMs, newId, log, figures, exchanges, open },
		streamDeps: { clock, figures, draining: sockets.draining },
	});
	const origins = new Set([publicUrl.origin, ...corsOrigins]);

	return {
		forwarding: {
			start: () => forwarder?.start(media.listener),
			end: () => void forwarder?.end(),
		},
		reactions: [
			at(messageSent, (_, message) => rooms.tellAll(message.meetingId, { type: "chat", message })),
			at(messageDeleted, (change, { id, meetingId }) =>
				change.afterCommit(() => rooms.tellAll(meetingId, { type: "chat_deleted", messageId: id })),
			),
			at(roomChanged, (change, { meetingId, what }) => {
				change.invalidate(factsKey(meetingId));
				change.afterCommit(() => {
					rooms.refresh(meetingId);
					if (what === "entry" || what === "people") lobby.refresh(meetingId);
				});
			}),
		],
		facts,
		routes: liveRoutes({
			service,
			// The page of a server that is reached by another of its names is its own: `Host` was held against the names it has.
			isAllowedOrigin: (origin, host) => origins.has(origin) || hostOf(origin) === host,
		}),
		periodicTasks: [
			{
				everyMs: SWEEP_MS,
				work: async () => sessions.sweep(),
				failureMessage: "the check for slow readers failed",
			},
			{
				everyMs: LOOK_MS,
				async work() {
					for (const socket of open) socket.tick();
					await Promise.all([callers.look(), lobby.look(), sessions.poll(), rooms.look(), hosts.look()]);
					if (sockets.draining.aborted) await Promise.allSettled(admission.ending);
				},
				failureMessage: "the check of live connections failed",
			},
		],
		gauges: [
			{
				name: "parley_live_connections",
				help: "Open connections to live meetings.",
				labelNames: ["transport"],
				read: () => [
					{ labels: { transport: "websocket" }, value: open.size },
					{ labels: { transport: "sse" }, value: figures.streams },
				],
			},
			{
				name: "parley_live_sessions",
				help: "Live sessions that are followed on this instance.",
				read: () => sessions.size,
			},
			...(forwarder ? forwardingGauges(forwarder) : []),
		],
		counters: [
			{
				name: "parley_live_readers_held_total",
				help: "Partials withheld from readers that were too slow.",
				read: () => figures.held,
			},
			{
				name: "parley_live_readers_cut_off_total",
				help: "Readers disconnected because they were too slow.",
				read: () => figures.cutOff,
			},
			...(forwarder ? forwardingCounters(forwarder) : []),
		],
	};
}

/** Creates the function that returns why an organization is closed; null: it is not, as far as can be told. */
function createRefusals({ store, log }: Pick<Core, "store" | "log">) {
	return async (orgId: string): Promise<AppError | null> => {
		try {
			return closedIn((await findOrganization(store.db, orgId)).state);
		} catch (error) {
			if (error instanceof AppError) return error;
			log.warn("whether an organization is suspended could not be read", { orgId, error });
			return null;
		}
	};
}

function hostOf(origin: string): string | null {
	try {
		return new URL(origin).host;
	} catch {
		return null;
	}
}
