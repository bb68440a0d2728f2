export { createProfileModule } from "./module.ts";
export { Profile } from "./schemas.ts";
export type { ProfileService } from "./service.ts";
