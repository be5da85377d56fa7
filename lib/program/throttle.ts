/** Makes at most one call per `ms`; calls in between become one call at its end. */
export function throttle(ms: number, call: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let again = false;
  const fire = () => {
    call();
    timer = setTimeout(() => {
      timer = null;
      if (again) {
        again = false;
        fire();
      }
    }, ms);
  };
  return () => {
    if (timer) again = true;
    else fire();
  };
}
