// What the language calls itself.

export default "Português";
