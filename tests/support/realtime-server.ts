import type { ServerWebSocket } from "bun";
import { render } from "#kernel/texts";
import { openEngines, type TestEngines } from "./engines.ts";

/** A session of the stand-in. */
interface Session {
	readonly language: string;
	/** Audio since the last commit, at 24 kHz. */
	buffer: Uint8Array[];
	items: number;
	work: Promise<void>;
}

/**
 * A stand-in for a server with OpenAI's realtime interface: the protocol is played by the tests, what it hears is heard by
 * a real engine (Vosk). It proves how our client behaves, not how OpenAI's server does.
 */
export interface RealtimeStandIn {
	/** Base URL, as for `STT_URL`. */
	readonly url: string;
	/** Events of clients, audio without its content. */
	readonly received: readonly Readonly<Record<string, unknown>>[];
	/** Headers and queries of the connections. */
	readonly connections: readonly { readonly authorization: string | null; readonly query: string }[];
	/** Breaks all connections off. */
	breakOff(): void;
	/** Called before an utterance is transcribed; `false`: it fails. */
	onCommit: (count: number) => boolean;
	/** The one key it accepts; undefined: any. */
	key: string | undefined;
	close(): Promise<void>;
}

/** Starts the stand-in. */
export function startRealtimeServer(): RealtimeStandIn {
	const opened: TestEngines = openEngines();
	const received: Record<string, unknown>[] = [];
	const connections: { authorization: string | null; query: string }[] = [];
	const sockets = new Set<ServerWebSocket<Session>>();
	let commits = 0;
	const send = (socket: ServerWebSocket<Session>, event: object) => socket.send(JSON.stringify(event));

	async function transcribe(socket: ServerWebSocket<Session>, item: string, audio: Uint8Array): Promise<void> {
		const engine = opened.adapters.find("vosk");
		if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
		const { signal } = new AbortController();
		const { segments } = await engine.transcribe(downsampled(audio), { language: "en", signal });
		const prefix = "conversation.item.input_audio_transcription";
		const transcript = segments.map(({ text }) => text).join(" ");
		const [first = ""] = transcript.split(" ");
		send(socket, { type: `${prefix}.delta`, item_id: item, content_index: 0, delta: first });
		send(socket, { type: `${prefix}.completed`, item_id: item, content_index: 0, transcript });
	}

	function commit(socket: ServerWebSocket<Session>): void {
		const { data } = socket;
		const audio = new Uint8Array(Buffer.concat(data.buffer.splice(0)));
		if (audio.length < 4_800) {
			const error = { type: "invalid_request_error", code: "input_audio_buffer_commit_empty", message: "too small" };
			send(socket, { type: "error", error });
			return;
		}
		const item = `item_${++data.items}`;
		send(socket, { type: "input_audio_buffer.committed", item_id: item, previous_item_id: null });
		if (standIn.onCommit(++commits)) data.work = data.work.then(() => transcribe(socket, item, audio)).catch(() => {});
		else
			send(socket, {
				type: "conversation.item.input_audio_transcription.failed",
				item_id: item,
				error: { type: "server_error" },
			});
	}

	const server = Bun.serve<Session>({
		hostname: "127.0.0.1",
		port: 0,
		fetch(request, self) {
			const { searchParams } = new URL(request.url);
			connections.push({ authorization: request.headers.get("authorization"), query: searchParams.toString() });
			const data: Session = { language: "en", buffer: [], items: 0, work: Promise.resolve() };
			return self.upgrade(request, { data }) ? undefined : new Response("no", { status: 400 });
		},
		websocket: {
			open(socket) {
				sockets.add(socket);
				const { authorization } = connections.at(-1) ?? { authorization: null };
				if (standIn.key !== undefined && authorization !== `Bearer ${standIn.key}`) {
					send(socket, { type: "error", error: { type: "invalid_request_error", code: "invalid_api_key" } });
					socket.close();
				} else send(socket, { type: "session.created", session: {} });
			},
			message(socket, text) {
				const event = JSON.parse(String(text)) as Record<string, unknown>;
				received.push({ ...event, ...(event.audio !== undefined && { audio: "…" }) });
				if (event.type === "session.update") send(socket, { type: "session.updated", session: event.session });
				else if (event.type === "input_audio_buffer.append")
					socket.data.buffer.push(Uint8Array.fromBase64(String(event.audio)));
				else if (event.type === "input_audio_buffer.clear") socket.data.buffer = [];
				else if (event.type === "input_audio_buffer.commit") commit(socket);
			},
			close: (socket) => void sockets.delete(socket),
		},
	});

	const standIn: RealtimeStandIn = {
		url: `http://127.0.0.1:${server.port}/v1`,
		received,
		connections,
		breakOff() {
			for (const socket of sockets) socket.terminate();
		},
		onCommit: () => true,
		key: undefined,
		async close() {
			await server.stop(true);
			await opened.close();
		},
	};
	return standIn;
}

/** Returns samples at 24 kHz as samples at 16 kHz, from -1 to 1. */
function downsampled(pcm: Uint8Array): Float32Array {
	const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
	const at = (index: number) => view.getInt16(Math.min(index, (pcm.length >> 1) - 1) * 2, true) / 32_768;
	return Float32Array.from({ length: Math.floor((pcm.length / 2) * (2 / 3)) }, (_, i) => {
		const place = i * 1.5;
		const before = Math.floor(place);
		return at(before) + (at(before + 1) - at(before)) * (place - before);
	});
}
