interface Bar {
	readonly name: string;
	readonly value: number;
	/** The value as it is written. */
	readonly shown: string;
}

const [WIDTH, HEIGHT, GAP] = [600, 160, 3];
/** What little there is can still be seen. */
const LEAST = 2;

/** Bars by time, between the first and the last moment; a table beside it has the numbers. */
export function Chart({ label, bars }: { label: string; bars: readonly Bar[] }) {
	const most = bars.reduce<Bar | undefined>((best, bar) => (best && best.value >= bar.value ? best : bar), undefined);
	const step = WIDTH / bars.length;
	const heightOf = (value: number) => (value === 0 ? 0 : Math.max((value / (most?.value || 1)) * HEIGHT, LEAST));
	return (
		<>
			<p className="usage-most">{most?.shown}</p>
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
				{bars.map(({ name, value, shown }, index) => (
					<rect
						key={name}
						x={index * step}
						y={HEIGHT - heightOf(value)}
						width={Math.max(step - GAP, 1)}
						height={heightOf(value)}
					>
						<title>{`${name}: ${shown}`}</title>
					</rect>
				))}
			</svg>
			<p className="usage-ends" aria-hidden="true">
				<span>{bars[0]?.name}</span>
				<span>{bars.length > 1 && bars.at(-1)?.name}</span>
			</p>
		</>
	);
}
