// What the language calls itself.

export default "Français";
