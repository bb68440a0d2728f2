import { BINARY } from "#tests/support/command";
import { ENGINE_ENV } from "#tests/support/engines";
import { type Instance, openInstances } from "#tests/support/instances";
import { type LiveRoom, openRoom } from "#tests/support/live-room";
import { type SpokenTrack, speakLive } from "#tests/support/live-speaker";
import { startPostgres } from "#tests/support/postgres";
import { startRedis } from "#tests/support/redis";
import { foundSchool } from "#tests/support/school";

/** Two servers with live meetings. */
export interface Soak {
	readonly instances: readonly [victim: Instance, survivor: Instance];
	readonly rooms: readonly LiveRoom[];
	/** Addresses for the nth client: every other one begins at the other server. */
	urlsFor(index: number): readonly string[];
	/** Lets the nth speaker say all of this in their room, at the speed of speech. */
	speak(index: number, pcm: Uint8Array): Promise<SpokenTrack>;
	close(): Promise<void>;
}

/** Starts Postgres, Redis and two servers that hear with Vosk, and so many meetings. */
export async function openSoak(roomCount: number): Promise<Soak> {
	const [postgres, redis] = [await startPostgres(), await startRedis()];
	const env = { ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk" };
	const options = { databaseUrl: postgres.url, redisUrl: redis.url, env, program: [BINARY] };
	const { all, close } = await openInstances(options);
	const [victim, survivor] = all;
	if (!victim || !survivor) throw new Error("two servers were asked for");
	const owner = await foundSchool(survivor.url);
	const rooms: LiveRoom[] = [];
	for (let number = 0; number < roomCount; number++) rooms.push(await openRoom(survivor.url, owner));

	const urls = [victim.url, survivor.url];
	const urlsFor = (index: number): readonly string[] => (index % 2 === 0 ? urls : urls.toReversed());
	return {
		instances: [victim, survivor],
		rooms,
		urlsFor,
		async speak(index, pcm) {
			const room = rooms[index % rooms.length];
			if (!room) throw new Error("there is no room");
			const { token } = await room.guest(survivor.url, `Voice ${index + 1}`);
			return speakLive({ urls: urlsFor(Math.floor(index / rooms.length)), meetingId: room.meetingId, token, pcm });
		},
		async close() {
			await close();
			await Promise.all([postgres.stop(), redis.close()]);
		},
	};
}
