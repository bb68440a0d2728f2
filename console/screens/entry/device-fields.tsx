import { useOwnTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import type { Media } from "../../room/media.ts";
import { playTone } from "../../room/tone.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, SwitchField } from "../../ui/field.tsx";
import { texts } from "./texts.ts";

const KINDS = [
	["microphone", "audioinput"],
	["camera", "videoinput"],
	["loudspeaker", "audiooutput"],
] as const;

/** Which microphone, camera and loudspeaker are used; a choice acts at once. */
export function DeviceFields({ media }: { media: Media }) {
	const own = useOwnTexts(texts);
	const { devices, choice } = useStore(media.store);
	const canChooseLoudspeaker = "setSinkId" in HTMLMediaElement.prototype;
	return (
		<div className="form device-fields">
			{KINDS.map(([name, kind]) => {
				const found = devices.filter((device) => device.kind === kind && device.deviceId !== "default");
				if (found.length === 0 || (name === "loudspeaker" && !canChooseLoudspeaker)) return null;
				return (
					<SelectField
						key={name}
						label={own.kinds[name]}
						name={`device-${name}`}
						value={choice[name]}
						onChange={({ currentTarget: { value } }) => void media.use(name, value)}
						options={[
							["", own.systemDevice] as const,
							...found.map(({ deviceId, label }) => [deviceId, label] as const),
						]}
					/>
				);
			})}
			<SwitchField
				label={own.music}
				hint={own.musicHint}
				name="device-music"
				checked={choice.isMusic}
				onChange={({ currentTarget: { checked } }) => void media.playMusic(checked)}
			/>
			<Button icon="audio" onClick={() => void playTone(choice.loudspeaker)}>
				{own.testSound}
			</Button>
		</div>
	);
}
