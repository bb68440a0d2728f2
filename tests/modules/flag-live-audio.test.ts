import { expect, test } from "bun:test";
import { captionsOf } from "#tests/support/captions";
import { switchingOf } from "#tests/support/flags";
import { useHarness } from "#tests/support/harness";
import { acks, audio, errors, publishing, textsOf } from "#tests/support/publishing";
import { until } from "#tests/support/until";

const api = await useHarness();
const switchTo = switchingOf(api);
const { openLive, framesOf } = captionsOf(api);
const owner = await api.createOrganization();
const { speech, sessionOf, publish } = publishing(api, owner);

test("liveTranscription, off while somebody speaks: what the engine was given is stored, then the track is refused", async () => {
	await switchTo(owner, { liveTranscription: true });
	const session = await sessionOf(await openLive(owner));
	const speaking = await publish(session);
	await speaking.publisher.write(audio(1_000));
	speaking.stream.say(1, "Light bends.");
	await until(() => acks(speaking).length === 1);
	await speaking.publisher.write(audio(1_000));
	speech.onFinish = (stream) => stream.say(2, "It breaks.", 1_000);

	await switchTo(owner, { liveTranscription: false });
	await until(() => errors(speaking).length > 0);

	expect(errors(speaking)).toEqual(["forbidden"]);
	expect(textsOf(await framesOf(owner, session.id))).toEqual(["Light bends.", "It breaks."]);
	await expect(publish(session)).rejects.toMatchObject({ code: "forbidden", meta: { flag: "liveTranscription" } });
	await switchTo(owner, { liveTranscription: true });
	const again = await publish(session);
	await again.publisher.stop();
});
