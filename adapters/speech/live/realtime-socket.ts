import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { SpeechError } from "#modules/engines/speech";

/** Where a server with OpenAI's realtime interface is. */
export interface RealtimeServer {
	/** Base URL, up to `/v1`. */
	readonly url: string;
	readonly apiKey: string | undefined;
	readonly model: string;
}

const of = <T extends string, P extends Record<string, TSchema>>(type: T, properties: P) =>
	Type.Object({ type: Type.Literal(type), ...properties });

const ServerEvent = Type.Union([
	of("session.created", {}),
	of("session.updated", {}),
	of("transcription_session.updated", {}),
	of("input_audio_buffer.committed", { item_id: Type.String() }),
	of("conversation.item.input_audio_transcription.delta", {
		item_id: Type.String(),
		delta: Type.Optional(Type.String()),
	}),
	of("conversation.item.input_audio_transcription.completed", {
		item_id: Type.String(),
		transcript: Type.String(),
	}),
	of("conversation.item.input_audio_transcription.failed", { item_id: Type.String() }),
	of("error", {
		error: Type.Object({
			type: Type.Optional(Type.String()),
			code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
			message: Type.Optional(Type.String()),
		}),
	}),
]);
/** What the server tells, as far as it concerns us. */
export type ServerEvent = Static<typeof ServerEvent>;

/** An open session of transcription. */
export interface RealtimeSocket {
	send(event: object): void;
	/** Bytes that are not sent yet. */
	readonly waitingBytes: number;
	/** Closes it as if the server had. */
	fail(error: SpeechError): void;
	close(): void;
}

/** What a session tells. After `onClosed` nothing follows. */
export interface SocketListener {
	onEvent(event: ServerEvent): void;
	/** @param error why; retryable, when another session may go on */
	onClosed(error: SpeechError): void;
}

/** How long a server may take until the session is ready, in ms. */
const READY_MS = 15_000;
/** More than any event of ours needs. */
const MAX_CHARACTERS = 256 * 1024;

/** Errors that another session would meet again. */
const FINAL_CODES = /invalid_api_key|authentication|permission|model_not_found|insufficient_quota|unsupported/;

const isOpenAi = (url: URL): boolean => /(^|\.)(openai|azure)\.com$/.test(url.hostname);

/**
 * Opens a session of transcription in which we say where utterances end: servers disagree about what they count times from,
 * and some models find no ends.
 * @throws SpeechError when the session is not ready in time
 */
export async function openRealtime(
	{ url, apiKey, model }: RealtimeServer,
	language: string | null,
	listener: SocketListener,
): Promise<RealtimeSocket> {
	const at = new URL(`${url.replace(/\/+$/, "").replace(/^http/, "ws")}/realtime?intent=transcription`);
	const isOriginal = isOpenAi(at);
	const subtag = language?.split("-")[0];
	const transcription = { model, ...(subtag && { language: subtag }) };
	if (!isOriginal) for (const [name, value] of Object.entries(transcription)) at.searchParams.set(name, value);
	const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
	// Bun takes options where browsers take protocols, whose types are the ones known here.
	const socket = new WebSocket(at, { headers } as unknown as string[]);
	const ready = Promise.withResolvers<void>();
	let isOver = false;
	const close = (error: SpeechError) => {
		if (isOver) return;
		isOver = true;
		clearTimeout(late);
		socket.close();
		ready.reject(error);
		listener.onClosed(error);
	};
	const late = setTimeout(() => close(unreachable("The speech server was not ready in time.")), READY_MS);
	socket.onopen = () => socket.send(JSON.stringify(sessionOf(transcription, isOriginal)));
	socket.onerror = () => close(unreachable("The speech server cannot be reached, or it rejected the key."));
	socket.onclose = () => close(unreachable("The speech server closed the connection."));
	socket.onmessage = ({ data }) => {
		if (isOver) return;
		const event = read(data);
		if (event === "unusable")
			close(new SpeechError("engine_misbehaved", "The speech server sent an unexpected message."));
		else if (event?.type === "error" && FINAL_CODES.test(`${event.error.code} ${event.error.type}`))
			close(new SpeechError("engine_refused", "The speech server rejected the session."));
		else if (event) {
			if (event.type.endsWith("session.updated")) {
				clearTimeout(late);
				ready.resolve();
			}
			listener.onEvent(event);
		}
	};
	await ready.promise;
	return {
		send(event) {
			if (!isOver) socket.send(JSON.stringify(event));
		},
		get waitingBytes() {
			return socket.bufferedAmount;
		},
		fail: close,
		close() {
			isOver = true;
			clearTimeout(late);
			socket.close();
		},
	};
}

/** Returns how the session is asked for. Other servers know the form before the present one, which OpenAI refuses. */
function sessionOf(transcription: object, isOriginal: boolean): object {
	const earlier = { input_audio_format: "pcm16", input_audio_transcription: transcription, turn_detection: null };
	const input = { format: { type: "audio/pcm", rate: 24_000 }, transcription, turn_detection: null };
	const session = { type: "transcription", audio: { input }, ...(!isOriginal && earlier) };
	return { type: "session.update", session };
}

/** Returns an event; undefined for one that does not concern us. */
function read(data: unknown): ServerEvent | "unusable" | undefined {
	if (typeof data !== "string" || data.length > MAX_CHARACTERS) return "unusable";
	try {
		const event: unknown = JSON.parse(data);
		return Value.Check(ServerEvent, event) ? event : undefined;
	} catch {
		return "unusable";
	}
}

const unreachable = (text: string): SpeechError => new SpeechError("engine_unreachable", text);
