export { findBrand, findMailBrand } from "./brand.ts";
export type { Drawn, DrawTask, Pictures } from "./ports.ts";
export { PublicBranding } from "./schemas.ts";
