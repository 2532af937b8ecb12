/** A colour as `#rrggbb`. */
export const HEX_COLOR = /^#[\da-f]{6}$/i;
