const TONE_S = 0.5;

/** Plays a short tone. @param loudspeaker id of the device; empty: that of the system */
export async function playTone(loudspeaker: string, frequency = 523): Promise<void> {
	const context = new AudioContext();
	// Not every browser lets a page choose.
	const routed = context as AudioContext & { setSinkId?: (id: string) => Promise<void> };
	if (loudspeaker !== "") await routed.setSinkId?.(loudspeaker).catch(() => undefined);
	const tone = new OscillatorNode(context, { frequency });
	const gain = new GainNode(context, { gain: 0.2 });
	gain.gain.setTargetAtTime(0, context.currentTime + TONE_S / 2, TONE_S / 8);
	tone.connect(gain).connect(context.destination);
	tone.onended = () => void context.close();
	tone.start();
	tone.stop(context.currentTime + TONE_S);
}
