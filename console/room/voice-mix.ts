/** A voice and the sound of a shared screen on one line. */
export class VoiceMix {
	#audio: AudioContext | null = null;
	#mixed: { readonly of: string; readonly track: MediaStreamTrack | null } | null = null;

	/** Returns what is to be sent. Sharing begins with a click, hence the browser lets the context run. */
	mix(voice: MediaStreamTrack | null, sound: MediaStreamTrack | null): MediaStreamTrack | null {
		if (!voice || !sound) {
			this.close();
			return voice ?? sound;
		}
		const of = `${voice.id} ${sound.id}`;
		if (this.#mixed?.of === of) return this.#mixed.track;
		this.close();
		const audio = new AudioContext();
		const mixed = audio.createMediaStreamDestination();
		for (const track of [voice, sound]) audio.createMediaStreamSource(new MediaStream([track])).connect(mixed);
		const [track = null] = mixed.stream.getAudioTracks();
		this.#audio = audio;
		this.#mixed = { of, track };
		return track;
	}

	close(): void {
		void this.#audio?.close();
		this.#audio = null;
		this.#mixed = null;
	}
}
