import { forThisFile } from "./for-this-file.ts";
import type { TestResponse } from "./harness.ts";

/** What the stand-in was asked. */
export interface ChatRequest {
	readonly authorization: string | null;
	readonly path: string;
	readonly system: string;
	readonly user: string;
	/** The body as it was sent. Untyped for tests. */
	readonly body: TestResponse["body"];
}

/** What it answers: a text or value as the content of a completion, or a response of its own. */
export type ChatReply = string | object | Response;

/** A stand-in for a server of language models. */
export interface ChatServer {
	/** Base URL, as for `LLM_URL`. */
	readonly url: string;
	/** Variables that configure it. */
	readonly env: Readonly<Record<string, string>>;
	readonly asked: readonly ChatRequest[];
	/** Answers from now on. */
	reply: (request: ChatRequest, signal: AbortSignal) => ChatReply | Promise<ChatReply>;
	close(): Promise<void>;
}

/** What the server says of itself in every answer: nobody shall take it for a model. */
const STAND_IN = "stand-in-for-tests";

/** Returns the body of a completion with this content. */
export const completionOf = (content: unknown, choice: object = {}) => ({
	object: "chat.completion",
	model: STAND_IN,
	choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop", ...choice }],
});

/** Starts a stand-in that speaks OpenAI's protocol on loopback. There is no model in it: it answers what a test says. */
export function openChatServer(): ChatServer {
	const asked: ChatRequest[] = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 255,
		async fetch(request) {
			const body: TestResponse["body"] = await request.json();
			const contentOf = (role: string): string =>
				body.messages.find((message: { role: string }) => message.role === role)?.content ?? "";
			const seen: ChatRequest = {
				authorization: request.headers.get("authorization"),
				path: new URL(request.url).pathname,
				system: contentOf("system"),
				user: contentOf("user"),
				body,
			};
			asked.push(seen);
			const reply = await chat.reply(seen, request.signal);
			if (reply instanceof Response) return reply;
			const content = typeof reply === "string" ? reply : JSON.stringify(reply);
			return Response.json(completionOf(content), { headers: { server: STAND_IN } });
		},
	});
	const url = `http://127.0.0.1:${server.port}/v1`;
	const chat: ChatServer = {
		url,
		env: { LLM_URL: url, LLM_API_KEY: "a-secret-key", LLM_MODEL: STAND_IN },
		asked,
		reply: () => "Nothing was said.",
		close: () => server.stop(true),
	};
	return chat;
}

/** Starts the stand-in for a test file. */
export const useChatServer = (): Promise<ChatServer> => forThisFile(openChatServer());
