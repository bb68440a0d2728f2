import { describe, expect, test } from "bun:test";
import { openEngineProxy } from "../support/engine-proxy.ts";
import { ENGINES } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { DIALOGUE, speak } from "../support/spoken.ts";
import { startUploadingServer } from "../support/uploading-server.ts";
import { hasWhisper, startWhisper } from "../support/whisper.ts";

describe.skipIf(!hasWhisper)(
	`A server that is killed while it transcribes (needs whisper-server in ${ENGINES})`,
	() => {
		test("goes on at the window it was at", async () => {
			const whisper = await startWhisper();
			await forThisFile({ close: () => whisper.stop() });
			const engine = await forThisFile(openEngineProxy(whisper.url));
			const variables = { STT_PROVIDER: "openai", STT_URL: engine.url, STT_MODEL: "whisper-tiny" };
			const server = await forThisFile(startUploadingServer(variables));
			const content = await Bun.file(await speak(DIALOGUE, { times: 2 })).bytes();
			const { uploadUrl, meetingId } = await server.announce(content.length);
			const headers = {
				authorization: `Bearer ${server.token}`,
				"tus-resumable": "1.0.0",
				"upload-offset": "0",
				"content-type": "application/offset+octet-stream",
			};
			expect((await fetch(uploadUrl, { method: "PATCH", headers, body: content })).status).toBe(204);

			// The first window is heard; the second arrives and is kept until the server is dead.
			await engine.nextRequest();
			engine.mode = "hold";
			await engine.nextRequest();
			await server.kill();
			engine.mode = "pass";
			await server.start();

			let meeting: {
				readonly state: string;
				readonly artifacts: { readonly transcript: { readonly transcriptId: string } };
			};
			do {
				await Bun.sleep(200);
				meeting = ((await (await server.request("GET", `/meetings/${meetingId}`)).json()) as { data: typeof meeting })
					.data;
			} while (meeting.state === "processing");
			expect(meeting.state).toBe("ready");
			const [first] = engine.heard;
			expect(engine.heard.filter((hash) => hash === first)).toHaveLength(1);
			const { transcriptId } = meeting.artifacts.transcript;
			const text = await (await server.request("GET", `/transcripts/${transcriptId}?format=txt`)).text();
			expect(text).toMatch(/budget.*product.*budget.*product/s);
		}, 240_000);
	},
);
