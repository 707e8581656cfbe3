// Makes a scrollable element focusable with Tab while it overflows, so that it can be read without a mouse.

/** For `{@attach reachable}` on an element with `tabindex="-1"`. */
export function reachable(node: HTMLElement): () => void {
  const look = () => {
    node.tabIndex = node.scrollHeight > node.clientHeight + 1 ? 0 : -1;
  };
  const sizes = new ResizeObserver(look);
  // What is in it may grow while it keeps its own size: by larger text, by a part that is opened.
  const follow = () => {
    for (const one of [node, ...node.children]) sizes.observe(one);
    look();
  };
  follow();
  const content = new MutationObserver(follow);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
